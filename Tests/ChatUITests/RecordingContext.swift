import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalRecording

@testable import ChatUI

/// A context for a panel that records its requests.
final class RecordingContext: AppContext {
  private(set) var said: [Notice] = []
  private(set) var destinations: [Destination] = []
  private(set) var panel: (any Panel)?
  private(set) var frameCount = 0

  init(_ client: ChatClient) {
    super.init(
      client: client,
      environment: AppEnvironment(
        outlet: .screen(RecordingTerminal()), calendar: PlainCalendar(), files: NoFiles(),
        programs: NoPrograms(), downloads: NoFolder()),
      keymap: Keymap(), settings: Settings())
  }

  override func setNeedsFrame() { frameCount += 1 }
  override func say(_ notice: Notice) { said.append(notice) }
  override func go(to destination: Destination) { destinations.append(destination) }

  override func show(_ panel: any Panel) {
    self.panel?.close()
    self.panel = panel
  }

  override func dismiss(_ panel: any Panel) {
    if self.panel === panel { self.panel = nil }
  }
}

/// A file system without files.
nonisolated private struct NoFiles: FileBrowser {
  func entries(ofFolder path: String) async -> [String] { [] }
  func size(ofFile path: String) async -> Int? { nil }
  func reasonUnreadable(_ path: String) async -> String { "No such file or directory" }
  func shortened(_ path: String) -> String { path }
  func expanded(_ path: String) -> String { path }
}

/// No editor, no clipboard, and nothing that opens an address.
nonisolated private struct NoPrograms: OtherPrograms {
  func edit(_ text: String, take: @escaping @MainActor (EditedText) async -> Bool) async throws(ProgramError)
  {}
  func endEditing(isHangUp: Bool) async -> String? { nil }
  func copy(_ text: String) async -> Bool { false }
  func open(_ address: String) async throws(ProgramError) {}
}

/// Days of 24 hours since 1970.
nonisolated private struct PlainCalendar: WallCalendar {
  var timeWidth: Int { 5 }

  func time(_ timestamp: Timestamp) -> String { "t\(timestamp.microseconds / 60_000_000 % 1440)" }
  func day(_ timestamp: Timestamp, now: Timestamp) -> String { "d\(dayNumber(timestamp))" }
  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String { day(timestamp, now: now) }
  func dayNumber(_ timestamp: Timestamp) -> Int { Int(timestamp.microseconds / 86_400_000_000) }
}

/// A folder in which no file can be saved.
nonisolated private struct NoFolder: DownloadFolder {
  var usualFolder: String { "~/Downloads" }

  func begin(_ name: FileName) async throws(ProgramError) -> any ArrivingFile {
    throw ProgramError("read-only")
  }
  func begin(_ place: SavingPlace) async throws(ProgramError) -> any ArrivingFile {
    throw ProgramError("read-only")
  }
  func place(at path: String, for name: FileName) async throws(ProgramError) -> SavingPlace {
    throw ProgramError("read-only")
  }
}
