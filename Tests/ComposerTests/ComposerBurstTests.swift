import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import Testing

@testable import Composer

/// Keys that arrive faster than suggestions have the same effect as slow ones.
@Suite struct ComposerBurstTests {
  @Test("Tab before the suggestions arrive inserts the first one before the text typed since")
  func acceptsLater() async throws {
    let world = try await ComposerWorld("hi |")
    world.press("'@alex' Tab ' hello'")
    #expect(world.draft.text == "hi @alex hello")
    await settle { world.shown == "hi [Alex Dunn] hello|" }
    world.press("C-_")
    #expect(world.draft.text == "hi @alex hello")
  }

  @Test("Tab before the suggestions arrive inserts the first one")
  func acceptsAtOnce() async throws {
    let world = try await ComposerWorld("hi |")
    world.press("'@alex' Tab")
    await settle { world.shown == "hi [Alex Dunn] |" }
    #expect(world.popup == nil)
  }

  @Test("Tab before the suggestions arrive changes nothing if there are none, and says so")
  func findsNobody() async throws {
    let world = try await ComposerWorld("|")
    world.press("'@zzz' Tab ' x'")
    await settle { world.composer.answer.failure == "@zzz: nobody by that name" }
    #expect(world.shown == "@zzz x|")
  }

  @Test("A late answer does not replace text that has changed since")
  func leavesChanged() async throws {
    let world = try await ComposerWorld("|")
    world.press("'@alex' Tab C-a 'x'")
    await settle()
    #expect(world.shown == "x|@alex")
  }

  @Test(
    "Arrows pressed before the suggestions arrive select among them, and do not go through the history")
  func movesLater() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'sent' Enter 'hi @'")
    #expect(world.press("C-n C-n C-p") == .done)
    #expect(world.draft.text == "hi @")
    await settle { world.popup?.rows.count == 3 }
    #expect(world.popup?.selection == 1 && world.popup?.isChosen == true)
    world.press("Escape")
    let second = try await ComposerWorld("|")
    second.press("'@' C-n Tab 'x'")
    await settle { second.draft.mentionSpans.count == 1 }
    #expect(second.draft.text.hasSuffix(" x"))
    try await world.client.stop()
  }

  @Test(
    "The space after an inserted mention is replaced by a typed space or punctuation mark",
    arguments: [
      ("' there'", "hi [Alex Dunn] there|"), ("' ' 'x'", "hi [Alex Dunn] x|"), ("','", "hi [Alex Dunn],|"),
      ("'?!'", "hi [Alex Dunn]?!|"), ("')'", "hi [Alex Dunn])|"), ("'x'", "hi [Alex Dunn] x|"),
      ("' ' ' '", "hi [Alex Dunn]  |"), ("':smi'", "hi [Alex Dunn] :smi|"),
      ("Left Right ' '", "hi [Alex Dunn]  |"),
    ])
  func replacesBlank(keys: String, after: String) async throws {
    let world = try await ComposerWorld("hi |")
    world.press("'@al'")
    await settle { world.popup?.rows.count == 1 }
    world.press("Tab " + keys)
    #expect(world.shown == after)
  }

  @Test("Keys that arrive together are undone word by word, as if they had come one by one")
  func undoesWords() async throws {
    let world = try await ComposerWorld("|")
    world.composer.type("hello world foo bar")
    world.composer.type("s")
    var seen: [String] = []
    while world.press("C-_") == .done { seen.append(world.draft.text) }
    #expect(seen == ["hello world foo ", "hello world ", "hello ", ""])
    world.press("M-_ M-_")
    #expect(world.shown == "hello world |")
  }
}
