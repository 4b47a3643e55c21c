import ChatControllers
import ChatDomain
import ChatScreens
import TerminalRecording

@testable import ChatUI

/// A context for a composer or a panel that records their requests.
final class RecordingContext: AppContext {
  var disk = ListedFiles()
  var editor = ScriptedEditor()
  private(set) var said: [Notice] = []
  private(set) var lines: [String] = []
  private(set) var destinations: [Destination] = []
  private(set) var panel: (any Panel)?
  private(set) var frameCount = 0

  init(_ client: ChatClient, style: KeyStyle = .emacs) {
    var settings = Settings()
    settings.keyStyle = style
    super.init(
      client: client,
      environment: AppEnvironment(
        terminal: RecordingTerminal(), calendar: PlainCalendar(), files: ListedFiles(),
        programs: ScriptedEditor(),
        downloads: NoFolder()),
      keymap: Keymap(), settings: settings)
  }

  var lastNotice: String? { said.last?.text }

  override var files: any FileBrowser { disk }
  override var programs: any OtherPrograms { editor }

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

  override func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {
    lines.append(argument.isEmpty ? "/\(command.name)" : "/\(command.name) \(argument)")
  }
}

/// A file system with these files.
nonisolated struct ListedFiles: FileBrowser {
  var sizes: [String: Int] = [:]
  var folders: [String: [String]] = [:]

  func entries(ofFolder path: String) async -> [String] { folders[path] ?? [] }
  func size(ofFile path: String) async -> Int? { sizes[path] }
  func reasonUnreadable(_ path: String) async -> String { "No such file or directory" }
  func shortened(_ path: String) -> String { path }
  func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? "/home/mia/" + path.dropFirst(2) : path
  }
}

/// An external editor that makes the same change to every text.
nonisolated struct ScriptedEditor: OtherPrograms {
  var work: @Sendable (String) async -> Result<String?, ProgramError> = { _ in .success(nil) }

  func edit(_ text: String, take: @escaping @MainActor (EditedText) async -> Bool) async throws(ProgramError)
  {
    if let edited = try await work(text).get() { _ = await take(.saved(edited)) }
  }
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
