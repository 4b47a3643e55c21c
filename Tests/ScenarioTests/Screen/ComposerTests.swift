import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Composer and popup", .serialized)
struct ComposerTests {
  @Test("Above the composer stands where Enter sends to, in each place")
  func destination() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    scenario.sees("→ #general")
    await scenario.keys("M-3")
    scenario.sees("→ @ Alex Dunn")
    await scenario.keys("M-1 M-s t")
    scenario.sees("→ thread in #general")
  }

  @Test("Where a message goes is fixed when Enter is pressed, whatever comes with it in one batch")
  func fixed() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    await scenario.slow(.seconds(1))
    scenario.terminal.send(
      "hi all".map { .key(KeyEvent(.character($0))) } + [
        .key(KeyEvent(.enter)), .key(KeyEvent(.character("2"), .alt)),
      ])
    await scenario.settle()
    await scenario.wait(.seconds(5))
    #expect(try await scenario.said().map(\.text) == ["hello", "hi all"])
    #expect(try await scenario.said(in: "offtopic").isEmpty)
    scenario.sees("→ #offtopic")
  }

  @Test("Suggestions are found without accents and capitals, and Tab takes one as an element")
  func mention() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("ask @garcia")
    scenario.sees("Ana García")
    await scenario.keys("Tab Enter")
    let sent = try await scenario.said().last
    #expect(sent?.mentionedUsers == ["ana"])
  }

  @Test("One Backspace selects an element, the second one removes it as a unit; undo brings it back")
  func element() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("ask @alex")
    await scenario.keys("Tab")
    let words = scenario.app.channel?.composer.text.trimmingBlanks ?? ""
    while scenario.app.channel?.composer.text.last == " " { await scenario.keys("Backspace") }
    await scenario.keys("Backspace")
    #expect(scenario.app.channel?.composer.text == words)
    await scenario.keys("Backspace")
    #expect(scenario.app.channel?.composer.text == "ask ")
    await scenario.keys("C-_")
    #expect(scenario.app.channel?.composer.text == words)
    #expect(scenario.app.channel?.composer.draft.mentions.count == 1)
  }

  @Test(
    "Channels, emoji and commands are suggested too",
    arguments: [
      ("#off", "offtopic"), (":tada", "🎉"), ("/ret", "/retry"),
    ])
  func suggests(typed: String, seen: String) async throws {
    let scenario = try await Scenario().start()
    await scenario.type(typed)
    scenario.sees(seen)
  }

  @Test("Escape dismisses the suggestions and keeps the text")
  func dismiss() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("hi @al")
    scenario.sees("Alex Dunn")
    await scenario.keys("Escape")
    #expect(scenario.app.channel?.composer.popup == nil)
    #expect(scenario.app.channel?.composer.text == "hi @al")
  }

  @Test("An address pasted over words makes them a link")
  func link() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("the docs")
    await scenario.keys("C-Space M-b")
    await scenario.paste("https://example.org/docs")
    scenario.sees("the docs")
    await scenario.keys("Enter")
    let sent = try await scenario.said().last?.elements
    #expect(
      sent == [.plainText(text: "the "), .link(text: "docs", target: .url(url: "https://example.org/docs"))])
  }

  @Test("Two pastes of the other person's words are one frame each, and lines stay lines")
  func paste() async throws {
    let scenario = try await Scenario().start()
    await scenario.paste("one\r\ntwo\rthree\tfour")
    scenario.sees("one")
    scenario.sees("two")
    scenario.sees("three")
    #expect(try await scenario.said().isEmpty)
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
