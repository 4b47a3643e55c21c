import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import Composer

@Suite struct ComposerHistoryTests {
  @Test("M-p and M-n step through sent messages, and back to the current text")
  func walks() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'one' Enter 'two' Enter")
    try world.set("hi [Ann]|")
    world.press("M-p")
    #expect(world.shown == "two|")
    world.press("M-p M-p")
    #expect(world.shown == "one|")
    world.press("M-n")
    #expect(world.shown == "two|")
    world.press("M-n M-n")
    #expect(world.shown == "hi [Ann]|")
    #expect(world.press("M-n") == .nothing)
    try await world.client.stop()
  }

  @Test("Up in the first row and Down in the last one step through sent messages")
  func walksByArrows() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'a' M-Enter 'b' Enter 'x' Up")
    #expect(world.shown == "a\nb|")
    world.press("Up")
    #expect(world.shown == "a|\nb")
    world.press("Down Down")
    #expect(world.shown == "x|")
    try await world.client.stop()
  }

  @Test("A recalled message that is changed is kept in the history of drafts")
  func losesNothing() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'one' Enter 'two' Enter 'mine' M-p '!' M-p")
    #expect(world.shown == "one|")
    let kept = try await world.client.draftHistory(for: world.draft.key)
    #expect(kept.filter { $0.reason == .replaced }.map(\.elements.text) == ["two!", "mine"])
    world.press("M-n M-n")
    #expect(world.shown == "mine|")
    try await world.client.stop()
  }

  @Test("Messages sent before a restart can be recalled")
  func isKept() async throws {
    let store = InMemoryStore()
    do {
      let world = try await ComposerWorld(store: store, isStarted: true)
      world.press("'one' Enter")
      try await settle { try await world.said() == ["one"] }
      try await world.client.stop()
    }
    let world = try await ComposerWorld(store: store)
    await settle { !world.composer.history.sent.entries.isEmpty }
    world.press("M-p")
    #expect(world.shown == "one|")
  }

  @Test("A notice says that nothing was sent yet, and C-r asks the program to search")
  func saysNothingSent() async throws {
    let world = try await ComposerWorld("x|")
    #expect(world.press("M-p") == .nothing)
    #expect(world.context.lastNotice == "Nothing sent from here yet")
    #expect(world.press("C-r") == .searchHistory)
    world.composer.insert(
      DraftHistoryEntry(
        key: world.draft.key, elements: [.link(text: "Ann", target: .user(userId: "ann"))], reason: .sent,
        at: world.clock.now))
    #expect(world.shown == "x[Ann]|")
  }

  @Test("Esc takes one step back each time, and never removes text")
  func retreats() async throws {
    let world = try await ComposerWorld()
    let theirs = try await world.message("theirs", by: "ben")
    let mine = try await world.message("mine")
    world.press("'draft'")
    try world.composer.related.quote(theirs)
    #expect(world.state.quote == .init(author: "Ben", text: "theirs"))
    try world.composer.related.beginEdit(mine)
    #expect(world.state.quote == nil)
    world.press("C-Space ' :smi'")
    #expect(world.popup != nil)
    world.press("Escape")
    #expect(world.popup == nil && world.draft.text == "mine :smi")
    world.press("C-Space C-a Escape")
    #expect(world.composer.editor.selectedRange == nil && world.draft.text == "mine :smi")
    world.press("Escape")
    #expect(world.draft.editedMessage == nil && world.draft.text == "draft")
    world.press("C-g")
    #expect(world.draft.quoted == nil && world.draft.text == "draft")
    #expect(world.press("Escape") == .nothing)
    #expect(world.draft.text == "draft")
  }

  @Test("C-x q removes the quote")
  func removesQuote() async throws {
    let world = try await ComposerWorld()
    try world.composer.related.quote(try await world.message("theirs", by: "ben"))
    #expect(world.press("C-x q") == .done && world.draft.quoted == nil)
    #expect(world.press("C-x q") == .nothing)
  }

  @Test("C-c puts the text aside and says correctly how to restore it")
  func putsAside() async throws {
    let world = try await ComposerWorld("keep [Ann]|")
    #expect(world.press("C-c") == .done)
    #expect(world.shown == "|")
    #expect(world.context.lastNotice == "Put aside; C-_ or C-x h restores it · C-x C-c quits")
    #expect(try await world.client.draftHistory().map(\.elements.text) == ["keep Ann"])
    #expect(world.press("C-c") == .nothing)
    world.press("C-_")
    #expect(world.shown == "keep [Ann]|")
  }

  @Test("8: Edits from another device leave caret and mark at the same text")
  func followsMerges() async throws {
    let world = try await ComposerWorld("one ^two| three")
    try world.draft.apply(
      DraftTransaction(changes: [TextChange(0..<0, "zero "), TextChange(13..<13, "!")], origin: .merge))
    #expect(world.shown == "zero one ^two| three!")
    try world.draft.apply(DraftTransaction(changes: [TextChange(0..<5, "")], origin: .merge))
    #expect(world.shown == "one ^two| three!")
  }

  @Test("Sent messages are found beyond any number of unsent texts")
  func reachesFarBack() async throws {
    let store = InMemoryStore()
    let sent = DraftHistoryEntry(
      key: ComposerWorld.general, elements: [.plainText(text: "sent")], reason: .sent,
      at: Timestamp(seconds: 1))
    let others = (0..<450).map { number in
      DraftHistoryEntry(
        key: ComposerWorld.general, elements: [.plainText(text: "c\(number)")], reason: .cleared,
        at: Timestamp(seconds: 2 + Int64(number)))
    }
    try await store.perform(([sent] + others).map { .addHistory($0) })
    let world = try await ComposerWorld(store: store)
    await settle { world.composer.history.sent.entries.map(\.text) == ["sent"] }
  }

  @Test("/discard alone leaves nothing in the history of drafts")
  func discardsQuietly() async throws {
    let world = try await ComposerWorld("|")
    world.press("'/discard' Escape Enter")
    #expect(world.shown == "|" && world.context.lines == ["/discard"])
    world.draft.files = [InputFile(name: "a", type: "x", source: .bytes([1]))]
    world.press("'/discard' Escape Enter")
    #expect(world.draft.files.isEmpty)
    #expect(try await world.client.draftHistory().isEmpty)
  }

  @Test("8: Undo and redo do not touch the text of another device")
  func undoesOwnOnly() async throws {
    let world = try await ComposerWorld("|")
    world.press("'one two'")
    try world.draft.apply(DraftTransaction(changes: [TextChange(0..<0, "zero ")], origin: .merge))
    world.press("C-_")
    #expect(world.shown == "zero one |")
    try world.draft.apply(DraftTransaction(changes: [TextChange(9..<9, "end")], origin: .merge))
    world.press("M-_")
    #expect(world.draft.text == "zero one twoend" || world.draft.text == "zero one endtwo")
    world.press("C-_ C-_")
    #expect(world.draft.text == "zero end")
    #expect(world.press("C-_") == .nothing)
  }
}
