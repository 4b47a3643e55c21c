import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: what is too long", .serialized)
struct LongTextTests {
  /// 39 kB, of which a message takes 32.
  private static let long = "# Minutes\n\n" + String(repeating: "all that was said ", count: 2_166)

  /// Mia with a draft that is too long, which mentions Ana.
  private func withLongDraft(_ settings: Settings = Settings()) async throws -> Scenario {
    let mia = try await Scenario(settings: settings).start()
    await mia.type("@ana")
    await mia.keys("Tab")
    await mia.type("and ")
    await mia.keys("C-a")
    await mia.paste(Self.long)
    await mia.keys("Escape")
    return mia
  }

  private func content(_ file: FileAttachment, _ mia: Scenario) async throws -> String {
    let bytes = try await mia.device("ana").download(file.id, 0..<min(file.size, 64_000))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Enter asks whether it goes as a file, and the draft stays as it is when it does not")
  func asks() async throws {
    let mia = try await withLongDraft()
    let before = mia.draft()?.content.elements
    await mia.keys("Enter")
    mia.sees("Too long for a message")
    mia.sees("message.md")
    // Nobody reads that fast.
    await mia.keys("Enter")
    mia.sees("Too long for a message")
    await mia.keys("Escape")
    mia.misses("Too long for a message")
    #expect(mia.draft()?.content.elements == before && before?.mentionedUsers == ["ana"])
    #expect(try await mia.said().isEmpty)
    await mia.end()
  }

  @Test("As a file all of it goes, under its first words and those it mentions, and stays in the history")
  func goes() async throws {
    let mia = try await withLongDraft()
    await mia.keys("Enter")
    await mia.confirm()
    await mia.wait(.seconds(1))
    let sent = try #require(try await mia.said().last)
    #expect(
      sent.elements == [
        .plainText(text: "Minutes… · "), .link(text: "Ana García", target: .user(userId: "ana")),
      ])
    #expect(sent.files.map(\.name) == ["message.md"] && sent.files[0].mimeType == "text/markdown")
    #expect(try await content(sent.files[0], mia) == Self.long + "@Ana García and ")
    #expect(mia.line == "|write to #general" && mia.draft() == nil)
    #expect(try await mia.history() == [Self.long + "Ana García and "])
    // Up brings back all of it, too.
    await mia.keys("M-p")
    #expect(mia.draft()?.content.elements.text == Self.long + "Ana García and ")
    await mia.end()
  }

  @Test("Of plain text it is a plain file")
  func plain() async throws {
    var settings = Settings()
    settings.messageFormat = .plain
    let mia = try await withLongDraft(settings)
    await mia.keys("Enter")
    await mia.confirm()
    await mia.wait(.seconds(1))
    let sent = try #require(try await mia.said().last)
    #expect(sent.files.map(\.name) == ["message.txt"] && sent.elements.words().hasPrefix("# Minutes…"))
    await mia.end()
  }

  @Test(
    "Without a connection it waits with its file, over a restart too; given up, its words are in the history")
  func waits() async throws {
    let mia = try await withLongDraft()
    await mia.offline(true)
    await mia.keys("Enter")
    await mia.confirm()
    mia.sees("queued")
    mia.sees("message.md")
    #expect(try await mia.history().count == 1)
    try await mia.restart(isReachable: true)
    await mia.wait(.seconds(60))
    let sent = try #require(try await mia.said().last)
    #expect(try await content(sent.files[0], mia) == Self.long + "@Ana García and ")
    #expect(try await mia.history().contains(Self.long + "Ana García and "))
    await mia.end()
  }

  @Test("Letters answer nothing: they go on in the text")
  func typesOn() async throws {
    let mia = try await withLongDraft()
    await mia.keys("C-e Enter")
    await mia.type("y")
    mia.misses("Too long for a message")
    #expect(mia.draft()?.content.elements.text.hasSuffix("and y") == true)
    await mia.end()
  }
}

@Suite("Messages: a long paste", .serialized)
struct LongPasteTests {
  private static let lines = (1...201).map { "line \($0)" }.joined(separator: "\n")

  private func pasted(_ settings: Settings = Settings()) async throws -> Scenario {
    let mia = try await Scenario(settings: settings).start()
    await mia.type("see ")
    await mia.paste(Self.lines)
    return mia
  }

  @Test("It is in the draft already while it is asked what becomes of it, and Enter leaves it there")
  func stays() async throws {
    let mia = try await pasted()
    mia.sees("A long paste")
    mia.sees("201 lines, 1 kB")
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines)
    await mia.keys("Enter")
    mia.misses("A long paste")
    #expect(try await mia.said().isEmpty)
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines)
    await mia.end()
  }

  @Test("What is typed behind it leaves it there, too")
  func typesOn() async throws {
    let mia = try await pasted()
    await mia.type("!")
    mia.misses("A long paste")
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines + "!")
    await mia.end()
  }

  @Test("Keys of the composer leave it there as well, and do what they do", arguments: ["C-a", "Left"])
  func editsOn(_ key: String) async throws {
    let mia = try await pasted()
    await mia.keys(key)
    mia.misses("A long paste")
    #expect(mia.app.focused?.composer.draft.utf8Caret != ("see " + Self.lines).utf8.count)
    await mia.end()
  }

  @Test("Tab makes it a file, and undo makes it text again")
  func file() async throws {
    let mia = try await pasted()
    await mia.wait(QuestionReading.shortest)
    await mia.keys("Tab")
    mia.sees("pasted.txt")
    #expect(mia.draft()?.content.elements.text == "see ")
    await mia.keys("C-_")
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines)
    #expect(mia.app.focused?.composer.draft.files.isEmpty == true)
    await mia.keys("M-_ Enter")
    await mia.wait(.seconds(1))
    let sent = try #require(try await mia.said().last)
    #expect(sent.text == "see " && sent.files.map(\.size) == [Self.lines.utf8.count])
    await mia.end()
  }

  @Test("Taken out, it is among what was killed")
  func takenOut() async throws {
    let mia = try await pasted()
    await mia.wait(QuestionReading.shortest)
    await mia.keys("C-x k")
    #expect(mia.line == "see |")
    await mia.keys("C-y")
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines)
    await mia.end()
  }

  @Test("Another device's words between are no reason to lose any")
  func changed() async throws {
    let mia = try await pasted()
    let composer = try #require(mia.app.focused?.composer)
    try composer.draft.apply(
      DraftTransaction(changes: [TextChange(0..<0, "do ")], origin: .merge))
    await mia.wait(QuestionReading.shortest)
    await mia.keys("C-x k")
    #expect(mia.draft()?.content.elements.text == "do see " + Self.lines)
    #expect(mia.foot.contains("It stays in the draft"), "\(mia.picture)")
    await mia.end()
  }

  @Test("Up to so many lines nobody is asked, or never")
  func limit() async throws {
    var settings = Settings()
    settings.longPaste = 201
    try await pasted(settings).misses("A long paste")
    settings.longPaste = 1
    try await pasted(settings).sees("A long paste")
    settings.longPaste = nil
    try await pasted(settings).misses("A long paste")
  }
}
