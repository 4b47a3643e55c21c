import ChatControllers
import ChatDomain
import ChatScreens

@testable import ChatUI

/// The program around a composer; it records what the composer asks of it.
final class ComposerServices: AppServices {
  let client: ChatClient
  let calendar: any WallCalendar = NoCalendar()
  var disk = ListedFiles()
  var files: any FileBrowser { disk }
  var editor = ScriptedEditor()
  var programs: any OtherPrograms { editor }
  let keymap = Keymap()
  var settings = Settings()
  private(set) var notices: [Notice] = []
  private(set) var lines: [String] = []
  private(set) var frames = 0

  private(set) lazy var discarded = DiscardedDrafts(client: client)

  init(client: ChatClient) { self.client = client }

  var lastNotice: String? { notices.last?.text }

  func setNeedsFrame() { frames += 1 }
  func say(_ notice: Notice) { notices.append(notice) }
  func go(to destination: Destination) {}
  func show(_ panel: any Panel) {}
  func dismiss(_ panel: any Panel) {}
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey) {
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

/// An external editor that does the same to every text.
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

nonisolated struct NoCalendar: WallCalendar {
  var timeWidth: Int { 5 }

  func time(_ timestamp: Timestamp) -> String { "" }
  func day(_ timestamp: Timestamp, now: Timestamp) -> String { "" }
  func shortDay(_ timestamp: Timestamp, now: Timestamp) -> String { "" }
  func dayNumber(_ timestamp: Timestamp) -> Int { 0 }
}
