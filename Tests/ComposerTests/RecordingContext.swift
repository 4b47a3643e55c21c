import ChatControllers
import ChatDomain

@testable import Composer

/// A context for a composer that records its requests.
final class RecordingContext: ComposerContext {
  let client: ChatClient
  let keymap: Keymap
  let composerSettings = ComposerSettings()
  let isLineMode = false
  var disk = ListedFiles()
  var editor = ScriptedEditor()
  private(set) var said: [Notice] = []
  private(set) var lines: [String] = []
  private(set) var putAway: [DiscardedDraft] = []

  init(_ client: ChatClient, style: KeyStyle = .emacs) {
    self.client = client
    keymap = Keymap().offered(by: client.abilities, in: style)
  }

  var lastNotice: String? { said.last?.text }

  var files: any FileBrowser { disk }
  var programs: any OtherPrograms { editor }

  func setNeedsFrame() {}
  func say(_ notice: Notice) { said.append(notice) }
  func didPutAway(_ draft: DiscardedDraft) { putAway.append(draft) }

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
