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

@Suite("Composer and popup", .serialized)
struct ComposerTests {
  @Test("The line above the composer says where Enter sends, in each place")
  func destination() async throws {
    let scenario = try await Scenario()
    try await scenario.say("hello", by: "ana")
    await scenario.start()
    scenario.sees("→ #general")
    await scenario.keys("M-3", .shows("→ @ Alex Dunn"))
    await scenario.keys("M-1 M-s t", .shows("→ thread in #general"))
  }

  @Test("A message's destination is fixed at Enter, whatever is in the same batch")
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

  @Test("Two pastes of others' text are one frame each, and lines stay lines")
  func paste() async throws {
    let scenario = try await Scenario().start()
    await scenario.paste("one\r\ntwo\rthree\tfour", .shows("one"), .shows("two"), .shows("three"))
    #expect(try await scenario.said().isEmpty)
  }

  @Test("Without colours a mention keeps its sign, also in the composer")
  func signs() async throws {
    var settings = Settings()
    settings.theme = AdaptiveTheme(.monochrome)
    let mia = try await Scenario(settings: settings).start()
    await mia.type("ask @alex", keys: "Tab")
    await mia.type(" today", .shows("ask @Alex Dunn today"))
    #expect(mia.textBeforeCursor.hasSuffix("ask @Alex Dunn today"))
    await mia.keys("C-a M-f C-f")
    #expect(mia.textBeforeCursor.hasSuffix(" ask "))
    await mia.keys("C-f")
    #expect(mia.textBeforeCursor.hasSuffix(" ask @A"))
    await mia.keys("C-e Enter", .shows("ask @Alex Dunn today"))
    // With colours no sign is needed.
    await mia.enter("/theme dark", .shows("ask Alex Dunn today"))
    #expect(try await mia.said().map(\.text) == ["ask Alex Dunn today"])
  }

  @Test("The own user is \"you\" as author, in quotes, in the composer's note, and in the sidebar")
  func you() async throws {
    let mia = try await Scenario().start()
    await mia.type("mine", keys: "Enter M-s r", .shows("> you: mine"))
    await mia.enter("and more")
    #expect(mia.main.filter { $0.contains("> you: mine") }.count == 1)
    #expect(mia.main.contains { $0.contains("you  ") && $0.contains("mine") })
    #expect(mia.secondLine(of: "general").contains("you: and more"))
    mia.misses("Mia Me")
  }
}
