import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: long pastes", .serialized)
struct LongPasteTests {
  private static let lines = (1...201).map { "line \($0)" }.joined(separator: "\n")

  private static var vi: Settings {
    var settings = Settings()
    settings.keyStyle = .vi
    return settings
  }

  private func text(_ mia: Scenario) -> String { mia.app.focused?.composer.draft.text ?? "" }

  private func files(_ mia: Scenario) -> [String] {
    mia.app.focused?.composer.draft.files.map(\.name) ?? []
  }

  private func pasted(_ settings: Settings = Settings()) async throws -> Scenario {
    let mia = try await Scenario(settings: settings).start()
    await mia.type("see ")
    await mia.paste(Self.lines)
    return mia
  }

  @Test("A long paste is in the draft while the question is open, and Enter keeps it")
  func stays() async throws {
    let mia = try await pasted()
    mia.sees("A long paste", "201 lines, 1 kB")
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines)
    await mia.keys("Enter", .hides("A long paste"))
    #expect(try await mia.said().isEmpty)
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines)
    await mia.end()
  }

  @Test("Typing on keeps the paste")
  func typesOn() async throws {
    let mia = try await pasted()
    await mia.type("!", .hides("A long paste"))
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines + "!")
    await mia.end()
  }

  @Test(
    "Composer keys keep the paste and do their work",
    arguments: ["C-a", "Left", "Up", "C-p"])
  func editsOn(_ key: String) async throws {
    let mia = try await pasted()
    await mia.keys(key, .hides("A long paste"))
    #expect(mia.app.focused?.composer.draft.utf8Caret != ("see " + Self.lines).utf8.count)
    await mia.end()
  }

  @Test("Undo removes the paste and the question")
  func undone() async throws {
    let mia = try await pasted()
    await mia.keys("C-_", .hides("A long paste"), .line("see |"))
    await mia.keys("M-_")
    #expect(text(mia) == "see " + Self.lines)
    await mia.end()
  }

  @Test("A second paste asks again, and the first stays")
  func second() async throws {
    let mia = try await pasted()
    await mia.paste("\n" + Self.lines, .shows("A long paste"))
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab", .hides("A long paste"))
    #expect(text(mia) == "see " + Self.lines && files(mia) == ["pasted.txt"])
    await mia.end()
  }

  @Test("After a restart the paste is in the draft, without a question")
  func restarted() async throws {
    let mia = try await pasted()
    try await mia.restart()
    mia.misses("A long paste")
    #expect(text(mia) == "see " + Self.lines)
    await mia.end()
  }

  @Test("Tab makes it a file, and undo makes it text again")
  func file() async throws {
    let mia = try await pasted()
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab", .notice("Attached pasted.txt; C-_ turns it back into text"))
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

  @Test("The text of a refused and given-up file is in the history")
  func givenUp() async throws {
    let mia = try await pasted()
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab")
    await mia.refuse([.beginUpload, .send])
    await mia.keys("Enter")
    await mia.wait(.seconds(1))
    await mia.enter("/discard")
    await mia.wait(.seconds(1))
    #expect(mia.client.pendingWork(in: "general").isEmpty)
    #expect(try await mia.history().contains(Self.lines))
    await mia.end()
  }

  @Test("After a restart, too, the history has the text that undo can no longer restore")
  func restartedAsFile() async throws {
    let mia = try await pasted()
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab")
    try await mia.restart()
    #expect(files(mia) == ["pasted.txt"])
    await mia.keys("C-x k", type: "x")
    #expect(files(mia).isEmpty)
    #expect(try await mia.history().contains(Self.lines))
    await mia.end()
  }

  @Test("Of two equal files undo restores one, and redo both")
  func alike() async throws {
    let mia = try await pasted()
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab")
    await mia.paste(Self.lines)
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab")
    #expect(mia.line == "see |" && files(mia) == ["pasted.txt", "pasted.txt"])
    await mia.keys("C-_")
    #expect(text(mia) == "see " + Self.lines && files(mia) == ["pasted.txt"])
    await mia.keys("C-_ C-_")
    #expect(text(mia) == "see " + Self.lines && files(mia).isEmpty)
    await mia.keys("M-_ M-_ M-_")
    #expect(mia.line == "see |" && files(mia) == ["pasted.txt", "pasted.txt"])
    await mia.end()
  }

  @Test("A returned message keeps its undo steps: undo makes the file text again")
  func comesBack() async throws {
    let mia = try await pasted()
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab")
    let composer = try #require(mia.app.focused?.composer)
    composer.draft.files.append(InputFile(path: TestFileReader.lateFailure))
    await mia.keys("Enter")
    await mia.wait(.seconds(1))
    #expect(try await mia.said().isEmpty)
    #expect(text(mia) == "see " && files(mia) == ["pasted.txt", "gone.txt"], "\(mia.picture)")
    await mia.keys("C-_")
    #expect(text(mia) == "see " + Self.lines && files(mia) == ["gone.txt"])
    await mia.end()
  }

  @Test("In vi mode undo makes the file text again and removes nothing else")
  func withVi() async throws {
    let mia = try await pasted(Self.vi)
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("Tab")
    #expect(text(mia) == "see " && files(mia) == ["pasted.txt"])
    await mia.keys("C-_")
    #expect(text(mia) == "see " + Self.lines && files(mia).isEmpty)
    await mia.end()
  }

  @Test("In vi's normal mode letters leave the question and act")
  func normalMode() async throws {
    let mia = try await Scenario(settings: Self.vi).start()
    await mia.type("see ", keys: "Escape")
    await mia.paste(Self.lines, .shows("A long paste"))
    await mia.keys("u", .hides("A long paste"))
    #expect(text(mia) == "see ")
    await mia.paste(Self.lines)
    let before = text(mia).utf8.count
    await mia.keys("0", .hides("A long paste"))
    await mia.keys("x")
    #expect(text(mia).utf8.count == before - 1)
    await mia.end()
  }

  @Test("A removed paste is in the kill ring")
  func takenOut() async throws {
    let mia = try await pasted()
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("C-x k", .line("see |"), .notice("Removed; C-y pastes it back"))
    await mia.keys("C-y")
    #expect(mia.draft()?.content.elements.text == "see " + Self.lines)
    await mia.end()
  }

  @Test("Changes by another device meanwhile lose no text")
  func changed() async throws {
    let mia = try await pasted()
    let composer = try #require(mia.app.focused?.composer)
    try composer.draft.apply(
      DraftTransaction(changes: [TextChange(0..<0, "do ")], origin: .merge))
    await mia.wait(QuestionPanel.shortestReading)
    await mia.keys("C-x k")
    #expect(mia.draft()?.content.elements.text == "do see " + Self.lines)
    #expect(mia.foot.contains("The text has changed; the paste stays in it"), "\(mia.picture)")
    await mia.end()
  }

  @Test("Short pastes ask nothing, and the question can be turned off")
  func limit() async throws {
    var settings = Settings()
    settings.composer.longPaste = 201
    try await pasted(settings).misses("A long paste")
    settings.composer.longPaste = 1
    try await pasted(settings).sees("A long paste")
    settings.composer.longPaste = nil
    try await pasted(settings).misses("A long paste")
  }
}
