import ChatControllers
import ChatDomain
import ChatScreens

@testable import ChatUI

/// The program around a panel, which writes down what it is asked for.
final class PanelServices: AppServices {
  let client: ChatClient
  let calendar: any WallCalendar = PlainCalendar()
  let files: any FileBrowser = NoFiles()
  let programs: any OtherPrograms = NoPrograms()
  var keymap = Keymap()

  private(set) var frames = 0
  private(set) var notices: [Notice] = []
  private(set) var destinations: [Destination] = []
  private(set) var panel: (any Panel)?

  private(set) lazy var discarded = DiscardedDrafts(client: client)

  init(_ client: ChatClient) { self.client = client }

  func setNeedsFrame() { frames += 1 }
  func say(_ notice: Notice) { notices.append(notice) }
  func go(to destination: Destination) { destinations.append(destination) }

  func show(_ panel: any Panel) {
    self.panel?.close()
    self.panel = panel
  }

  func dismiss(_ panel: any Panel) {
    if self.panel === panel { self.panel = nil }
  }

  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {}

  var settings = Settings()
}

/// Days of 24 hours since 1970.
nonisolated private struct PlainCalendar: WallCalendar {
  var timeWidth: Int { 5 }

  func time(_ timestamp: Timestamp) -> String { "t\(timestamp.microseconds / 60_000_000 % 1440)" }
  func day(_ timestamp: Timestamp, now: Timestamp) -> String { "d\(dayNumber(timestamp))" }
  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String { day(timestamp, now: now) }
  func dayNumber(_ timestamp: Timestamp) -> Int { Int(timestamp.microseconds / 86_400_000_000) }
}

nonisolated private struct NoFiles: FileBrowser {
  func entries(ofFolder path: String) async -> [String] { [] }
  func size(ofFile path: String) async -> Int? { nil }
  func reasonUnreadable(_ path: String) async -> String { "No such file or directory" }
  func expanded(_ path: String) -> String { path }
  func shortened(_ path: String) -> String { path }
}

nonisolated private struct NoPrograms: OtherPrograms {
  func edit(_ text: String, take: @escaping @MainActor (EditedText) async -> Bool) async throws(ProgramError)
  {}
  func endEditing(isHangUp: Bool) async -> String? { nil }
  func copy(_ text: String) async -> Bool { false }
  func open(_ address: String) async throws(ProgramError) {}
}
