import ChatUI

/// An editor that changes the text as a test wants it, and an opener that only remembers.
@MainActor
final class TestPrograms: OtherPrograms {
  var edits: (String) -> String? = { _ in nil }
  /// Whether the person gives up in the editor.
  var givesUp = false
  /// What happens while the editor is open.
  var meanwhile: @MainActor () async -> Void = {}
  private(set) var opened: [String] = []
  var refusal: ProgramError?
  /// Whether what was written in the editor was kept, each time.
  private(set) var kept: [Bool] = []

  func edit(_ text: String, take: @escaping @MainActor (EditedText) async -> Bool) async throws(ProgramError)
  {
    await meanwhile()
    if let edited = edits(text) { kept.append(await take(givesUp ? .givenUp(edited) : .saved(edited))) }
  }

  /// Whether there is a program that keeps the clipboard.
  var hasClipboard = false
  private(set) var clipboard: String?

  @MainActor func copy(_ text: String) async -> Bool {
    if hasClipboard { clipboard = text }
    return hasClipboard
  }

  func endEditing(isHangUp: Bool) async -> String? { nil }

  @MainActor func open(_ address: String) async throws(ProgramError) {
    if let refusal { throw refusal }
    opened.append(address)
  }
}

/// A few files, without a disk.
nonisolated struct TestFiles: FileBrowser {
  var sizes: [String: Int] = [
    "/home/mia/notes.txt": 1200, "/home/mia/photo.png": 48_000, "/srv/film.mp4": 200_000,
  ]

  func entries(ofFolder path: String) async -> [String] {
    let folder = path.hasSuffix("/") ? path : path + "/"
    return sizes.keys.filter { $0.hasPrefix(folder) }.map { String($0.dropFirst(folder.count)) }.sorted()
  }

  func size(ofFile path: String) async -> Int? { sizes[expanded(path)] }
  func reasonUnreadable(_ path: String) async -> String { "No such file or directory" }

  func expanded(_ path: String) -> String { path.hasPrefix("~") ? "/home/mia" + path.dropFirst() : path }

  func shortened(_ path: String) -> String {
    path.hasPrefix("/home/mia/") ? "~" + path.dropFirst("/home/mia".count) : path
  }
}
