import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatControllers
@testable import ChatSync
@testable import ChatUI

@Suite("Messages: too long", .serialized)
struct LongTextTests {
  /// 39 kB; a message is limited to 32 kB.
  private static let long = "# Minutes\n\n" + String(repeating: "all that was said ", count: 2_166)

  /// Mia with a draft over the limit, which mentions Ana.
  private func withLongDraft(_ settings: Settings = Settings()) async throws -> Scenario {
    let mia = try await Scenario(settings: settings).start()
    await mia.type("@ana", keys: "Tab")
    await mia.type("and ", keys: "C-a")
    await mia.paste(Self.long)
    await mia.keys("Escape")
    return mia
  }

  private func content(_ file: FileAttachment, _ mia: Scenario) async throws -> String {
    let bytes = try await mia.device("ana").download(file.id, 0..<min(file.size, 64_000))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Enter offers to send a file; declining keeps the draft")
  func asks() async throws {
    let mia = try await withLongDraft()
    let before = mia.draft()?.content.elements
    await mia.keys("Enter", .shows("Too long for a message"), .shows("message.md"))
    // Too soon to have read the question.
    await mia.keys("Enter", .shows("Too long for a message"))
    await mia.keys("Escape", .hides("Too long for a message"))
    #expect(mia.draft()?.content.elements == before && before?.mentionedUsers == ["ana"])
    #expect(try await mia.said().isEmpty)
    await mia.end()
  }

  @Test("The file has all the text, the message its first words and mentions, and the history keeps it")
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
    // Up restores all of it, too.
    await mia.keys("M-p")
    #expect(mia.draft()?.content.elements.text == Self.long + "Ana García and ")
    await mia.end()
  }

  @Test("A person named without the list is notified too, and it is said")
  func named() async throws {
    let mia = try await Scenario().start()
    await mia.type("@ana and ", keys: "C-a")
    await mia.paste(Self.long)
    await mia.keys("Escape Enter", .shows("Too long for a message"), .shows("too long. It can be sent"))
    await mia.confirm()
    #expect(mia.foot.contains("Ana García is notified"), "\(mia.picture)")
    await mia.wait(.seconds(1))
    let sent = try #require(try await mia.said().last)
    #expect(sent.mentionedUsers == ["ana"])
    #expect(try await content(sent.files[0], mia) == Self.long + "@Ana García and ")
    await mia.end()
  }

  @Test("While a name is unresolved, Enter waits and does not ask twice")
  func namedLate() async throws {
    let mia = try await Scenario().start()
    await mia.paste(Self.long)
    await mia.keys("Escape", type: "@ana ")
    await mia.slow(.seconds(1))
    // After missed events the members are requested again.
    mia.client.engine.board.post(.eventsMissed)
    await mia.keys("Enter")
    await mia.confirm()
    for _ in 0..<6 { await mia.wait(.seconds(1)) }
    await mia.noFaults()
    for _ in 0..<6 { await mia.wait(.seconds(1)) }
    mia.misses("Too long for a message")
    #expect(try await mia.said().last?.mentionedUsers == ["ana"], "\(mia.picture)")
    await mia.end()
  }

  @Test("In a thread the file goes to the thread")
  func thread() async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("question", by: "ana")
    await mia.start()
    await mia.keys("M-s t")
    await mia.paste(Self.long)
    await mia.keys("Escape Enter")
    await mia.confirm()
    await mia.wait(.seconds(1))
    let sent = try #require(try await mia.said(under: parent.id).last)
    #expect(try await content(sent.files[0], mia) == Self.long)
    #expect(try await mia.said().map(\.text) == ["question"])
    await mia.end()
  }

  @Test("An edit that is too long is refused and keeps its text")
  func edit() async throws {
    let mia = try await Scenario().start()
    await mia.type("short", keys: "Enter Up")
    await mia.paste(Self.long)
    await mia.keys("Escape Enter", .hides("Too long for a message"), .notice("Not edited"))
    #expect(mia.app.focused?.composer.draft.text == "short" + Self.long)
    #expect(try await mia.said().map(\.text) == ["short"])
    await mia.end()
  }

  @Test("Plain text becomes a plain file")
  func plain() async throws {
    var settings = Settings()
    settings.composer.messageFormat = .plain
    let mia = try await withLongDraft(settings)
    await mia.keys("Enter")
    await mia.confirm()
    await mia.wait(.seconds(1))
    let sent = try #require(try await mia.said().last)
    #expect(sent.files.map(\.name) == ["message.txt"] && sent.elements.words().hasPrefix("# Minutes…"))
    await mia.end()
  }

  @Test(
    "Offline the file waits, across a restart; when discarded, its text is in the history")
  func waits() async throws {
    let mia = try await withLongDraft()
    await mia.offline(true)
    await mia.keys("Enter")
    await mia.confirm()
    mia.sees("queued", "message.md")
    #expect(try await mia.history().count == 1)
    try await mia.restart(isReachable: true)
    await mia.wait(.seconds(60))
    let sent = try #require(try await mia.said().last)
    #expect(try await content(sent.files[0], mia) == Self.long + "@Ana García and ")
    #expect(try await mia.history().contains(Self.long + "Ana García and "))
    await mia.end()
  }

  @Test("Letters do not answer the question and are typed")
  func typesOn() async throws {
    let mia = try await withLongDraft()
    await mia.keys("C-e Enter", type: "y", .hides("Too long for a message"))
    #expect(mia.draft()?.content.elements.text.hasSuffix("and y") == true)
    await mia.end()
  }
}
