import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import Composer

/// The draft rules of docs/drafts.md as seen while typing. The titles begin with their numbers.
@Suite struct ComposerDraftRuleTests {
  private func store(_ world: ComposerWorld) async throws -> StoredDraft? {
    try await world.client.flush()
    return try await world.client.store.draft(for: world.draft.key)
  }

  @Test("1: A channel and a thread have separate drafts")
  func keepsApart() async throws {
    let world = try await ComposerWorld("in the channel|")
    let thread = Composer(
      draft: try world.client.messageDraft(for: DraftKey(channelId: "general", parentId: "m1")),
      context: world.context, killRing: world.killRing)
    #expect(thread.draft.text.isEmpty)
    thread.type("x")
    #expect(world.shown == "in the channel|" && thread.draft.text == "x")
  }

  @Test(
    "3, 4: Every key is saved exactly, with blanks and the caret; a draft of only blanks is deleted")
  func keepsExactly() async throws {
    let world = try await ComposerWorld()
    world.press("'  two  ' Left")
    #expect(try await store(world)?.content.text == "  two  ")
    #expect(try await store(world)?.caret == 6)
    world.press("C-e M-Backspace C-d")
    #expect(world.draft.text == "  ")
    #expect(try await store(world) == nil)
    #expect(try await world.client.draftHistory().map(\.elements.text) == ["  two  "])
  }

  @Test("5: Sending deletes the draft, and a message that failed keeps its text")
  func deletesWhenSent() async throws {
    let world = try await ComposerWorld(isStarted: true)
    var faults = ServiceFaults.none
    faults.refusals = [RefusedRequest([.send], .notAllowed)]
    await world.device.setFaults(faults)
    world.press("'words'")
    #expect(try await store(world)?.content.text == "words")
    world.press("Enter")
    await settle { !world.client.pendingWork(in: "general").isEmpty }
    #expect(try await store(world)?.isEmpty != false)
    await settle { world.client.pendingWork(in: "general").first?.failure != nil }
    #expect(world.client.pendingWork(in: "general").map(\.message.text) == ["words"])
    try await world.client.stop()
  }

  @Test("7: The history, undo and an external editor do not signal typing")
  func isQuiet() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'one' Enter")
    try await settle { try await world.said() == ["one"] }
    await settle()
    let signals = world.device.requestCounts[.setTyping] ?? 0
    world.context.editor.work = { .success($0 + " edited") }
    world.press("M-p M-n C-_ M-_ M-p C-x C-e")
    await settle { world.draft.text == "one edited" }
    await settle()
    #expect(world.device.requestCounts[.setTyping] ?? 0 == signals)
    world.press("'!'")
    await settle { world.device.requestCounts[.setTyping] ?? 0 == signals + 1 }
    try await world.client.stop()
  }

  @Test("8: Text from another device is merged with the draft, and the caret stays in place")
  func merges() async throws {
    let world = try await ComposerWorld(isStarted: true)
    world.press("'one two'")
    world.client.closeComposer(for: world.draft.key)
    let phone = await world.service.device(user: "me", id: "phone")
    await settle { (world.client.draftMessage(for: world.draft.key)?.revision ?? 0) > 0 }
    let revision = try #require(world.client.draftMessage(for: world.draft.key)).revision
    _ = try await phone.saveDraft(
      DraftContent(elements: [.plainText(text: "zero one two")]), for: world.draft.key, over: revision)
    world.press("' three'")
    await settle { world.draft.text == "zero one two three" }
    #expect(world.shown == "zero one two three|")
    try await world.client.stop()
  }

  @Test("9: Everything works offline, and is sent after a reconnection")
  func worksOffline() async throws {
    let world = try await ComposerWorld(isStarted: true)
    await settle { world.client.connection == .online }
    await world.device.setFaults(.offline)
    #expect(world.press("'one' Enter") == .sent)
    #expect(world.press("'two'") == .nothing)
    await settle { !world.client.pendingWork(in: "general").isEmpty }
    #expect(world.shown == "two|" && world.context.said.isEmpty)
    await world.device.setFaults(.none)
    try await settle {
      world.clock.advanceToNextSleeper()
      return try await world.said() == ["one"]
    }
    #expect(world.shown == "two|")
    try await world.client.stop()
  }
}
