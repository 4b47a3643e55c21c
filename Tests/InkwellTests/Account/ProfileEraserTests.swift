import ChatDomain
import DraftEngine
import Foundation
import InMemoryService
import LocalStorage
import Testing

@testable import inkwell

@Suite("Erasing what is kept of an account")
struct ProfileEraserTests {
  private let folder = NSTemporaryDirectory() + "erased-\(UUID().uuidString)"

  /// Every file in a folder whose bytes have a text in them.
  private func files(with text: String) throws -> [String] {
    guard let all = FileManager.default.enumerator(atPath: folder) else { return [] }
    return all.compactMap { $0 as? String }.filter {
      FileManager.default.contents(atPath: "\(folder)/\($0)")?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("None of the words is in any file afterwards, and what a link leads to stays")
  func erases() async throws {
    let profile = "\(folder)/ann@example.org"
    let opened = try await SQLiteStore.open(profile: profile, clock: ManualClock())
    let draft = StoredDraft(
      key: DraftKey(channelId: "hill"),
      content: DraftContent(elements: [.plainText(text: "unmistakable words")]),
      createdAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 2))
    try await opened.store.perform([.saveDraft(draft)])
    try FileManager.default.createDirectory(atPath: "\(profile)/files", withIntermediateDirectories: true)
    try Data("unmistakable words".utf8).write(to: URL(filePath: "\(profile)/files/up-1"))
    try Data("unmistakable token".utf8).write(to: URL(filePath: "\(profile)/session.json"))
    try FileManager.default.createDirectory(atPath: "\(folder)/other", withIntermediateDirectories: true)
    try Data("of another".utf8).write(to: URL(filePath: "\(folder)/other/file"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(profile)/link", withDestinationPath: "\(folder)/other")
    #expect(try files(with: "unmistakable").count >= 3)
    try await opened.store.checkpoint()
    #expect(ProfileEraser.erase(profile).isEmpty)
    #expect(try files(with: "unmistakable").isEmpty)
    #expect(!FileManager.default.fileExists(atPath: profile))
    #expect(try files(with: "of another") == ["other/file"])
    // Once more there is nothing to erase, which is no fault.
    #expect(ProfileEraser.erase(profile).isEmpty)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("What cannot be removed is named", .enabled(if: getuid() != 0, "root may remove everything"))
  func fault() throws {
    let inner = "\(folder)/profile"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try Data("words".utf8).write(to: URL(filePath: "\(inner)/file"))
    chmod(inner, 0o500)
    #expect(ProfileEraser.erase(inner).count == 1)
    chmod(inner, 0o700)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test(
    "The words that lead back are the same behind the environment",
    arguments: [[], ["--quiet"], ["--login=@ann:example.org", "--config", "a b\n"], [""]])
  func wayBack(words: [String]) {
    let back = WayBack.parts(WayBack.text(of: words))
    // One empty word is none, and leads to the same place.
    #expect(back == words || (words == [""] && back.isEmpty))
  }
}
