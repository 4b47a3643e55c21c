import ChatDomain
import DraftEngine
import FileSystem
import Foundation
import Glibc
import InMemoryService
import LocalStorage
import Testing

@testable import inkwell

@Suite("Erasing an account")
struct ProfileEraserTests {
  private let folder = NSTemporaryDirectory() + "erased-\(UUID().uuidString)"

  /// The files in a folder that contain a text as bytes.
  private func files(with text: String) throws -> [String] {
    guard let all = FileManager.default.enumerator(atPath: folder) else { return [] }
    return all.compactMap { $0 as? String }.filter {
      FileManager.default.contents(atPath: "\(folder)/\($0)")?.range(of: Data(text.utf8)) != nil
    }
  }

  @Test("No file contains the text afterwards, and targets of links stay")
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
    // Erasing again finds nothing, which is not an error.
    #expect(ProfileEraser.erase(profile).isEmpty)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test("A file that cannot be removed is named")
  func fault() {
    // Not even root can remove a file here: the file system does not allow it.
    let faults = ProfileEraser.erase("/proc/self/fdinfo")
    #expect(!faults.isEmpty)
    #expect(faults.allSatisfy { $0.path.hasPrefix("/proc/self/fdinfo/") && $0.code == EPERM })
  }

  @Test(
    "The command for signing in again includes the environment",
    arguments: [[], ["--quiet"], ["--login=@ann:example.org", "--config", "a b\n"], [""]])
  func wayBack(words: [String]) {
    let back = WayBack.words(in: WayBack.text(of: words))
    // A single empty word means no option, and selects the same account.
    #expect(back == words || (words == [""] && back.isEmpty))
  }
}

@Suite("Signing out asks about the drafts")
@MainActor
struct KeepingQuestionTests {
  @Test(
    "Enter keeps them, the word erases them, anything else asks again",
    arguments: [
      ([""], KeepingQuestion.Answer.keep), (["erase"], .erase), ([" Erase "], .erase),
      (["yes", "no", "erase"], .erase), (["y", ""], .keep),
      (["e r a s e", ""], .keep), (["era\u{A0}se", "erase it", ""], .keep), ([" \t"], .keep),
    ])
  func answers(sample: (typed: [String], answer: KeepingQuestion.Answer)) {
    let terminal = TestTerminal()
    terminal.names = sample.typed
    #expect(KeepingQuestion(terminal: terminal).answer(about: "2 drafts") == sample.answer)
    #expect(terminal.said.first == "This device has 2 drafts")
    #expect(terminal.openQuestions == sample.typed.count && terminal.isFinished)
  }

  @Test(
    "Without an answer the person stays signed in, and the status names the signal",
    arguments: [("cancelled", SIGINT), ("terminated", SIGTERM), ("nowhere", SIGINT)])
  func stays(sample: (answer: String, signal: Int32)) {
    let terminal = TestTerminal()
    terminal.isLiteral = false
    terminal.names = [sample.answer]
    #expect(
      KeepingQuestion(terminal: terminal).answer(about: "2 drafts") == .stay(signal: sample.signal))
  }
}
