import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import Composer

/// Which parts of the composer belong to the edited message, and which to the hidden draft.
@Suite struct ComposerEditTests {
  private func messageWithFile(in world: ComposerWorld) async throws -> Message {
    var message = try await world.message("see this")
    message.files = [FileAttachment(id: "f1", name: "login.txt", mimeType: "text/plain", size: 3)]
    return message
  }

  @Test("6: While a message is edited, its files are shown, and undo restores one removed by C-x k")
  func showsFiles() async throws {
    let world = try await ComposerWorld()
    let message = try await messageWithFile(in: world)
    world.draft.files = [InputFile(name: "mine.bin", type: "x", source: .bytes([1]))]
    try world.composer.related.beginEdit(message)
    #expect(world.state.files.map(\.name) == ["login.txt"])
    #expect(world.press("C-x k") == .done)
    #expect(world.state.files.isEmpty)
    #expect(world.context.lastNotice == "Removed login.txt; C-_ restores it")
    world.press("C-_")
    #expect(world.state.files.map(\.name) == ["login.txt"] && world.draft.text == "see this")
    world.press("C-x k Escape")
    #expect(world.state.files.map(\.name) == ["mine.bin"])
    try world.composer.related.beginEdit(message)
    #expect(world.state.files.map(\.name) == ["login.txt"])
  }

  @Test("Undo restores files that were removed one by one, also in a draft")
  func bringsBackFiles() async throws {
    let world = try await ComposerWorld("with|")
    world.draft.files = ["a", "b"].map { InputFile(name: $0, type: "x", source: .bytes([1])) }
    world.press("C-x k C-x k")
    #expect(world.draft.files.isEmpty)
    #expect(world.context.lastNotice == "Removed a; C-_ restores it")
    world.press("C-_ C-_")
    #expect(world.draft.files.map(\.name) == ["a", "b"] && world.draft.text == "with")
  }

  @Test("6: While a message is edited, the quote and the settings of the hidden draft cannot change")
  func leavesDraftAlone() async throws {
    let parent = try await ComposerWorld().message("parent")
    let world = try await ComposerWorld(key: DraftKey(channelId: "general", parentId: parent.id))
    let own = try await world.message("parent")
    let theirs = try await world.message("theirs", by: "ben", under: own.id)
    let mine = try await world.message("mine", under: own.id)
    try world.composer.related.quote(theirs)
    try world.composer.related.beginEdit(mine)
    #expect(throws: OutboxError.editUnderWay(mine.id)) { try world.composer.related.quote(own) }
    #expect(world.press("C-x q") == .nothing)
    #expect(world.context.lastNotice == "Finish the edit first; the draft stays as it is")
    #expect(world.press("C-x c") == .nothing)
    world.press("Escape")
    #expect(world.draft.quoted?.id == theirs.id && !world.draft.isShownInChannel)
  }

  @Test("Esc says where the text of an edit is kept, if it was changed")
  func saysWhereWordsAre() async throws {
    let world = try await ComposerWorld()
    try world.composer.related.beginEdit(try await world.message("mine"))
    world.press("Escape")
    #expect(world.context.lastNotice == "Edit cancelled")
    world.press("'a draft'")
    try world.composer.related.beginEdit(try await world.message("mine again"))
    world.press("Escape")
    #expect(world.context.lastNotice == "Edit cancelled; the draft is back")
    try world.composer.related.beginEdit(try await world.message("mine too"))
    world.press("' and more' Escape")
    #expect(world.context.lastNotice == "Edit cancelled; C-x h restores your text")
    #expect(try await world.client.draftHistory().map(\.elements.text) == ["mine too and more"])
  }

  @Test("6: If a message is deleted, its unfinished edit goes to the history")
  func losesLeftEdit() async throws {
    let world = try await ComposerWorld(isStarted: true)
    let message = try await world.message("mine")
    world.press("'draft'")
    try world.composer.related.beginEdit(message)
    world.press("' too'")
    world.client.closeComposer(for: world.draft.key)
    #expect(world.draft.leftEdit != nil)
    try await world.device.delete(message.id, in: "general", hard: false)
    await settle { world.draft.leftEdit == nil }
    #expect(world.shown == "draft|")
    #expect(try await world.client.draftHistory().map(\.elements.text) == ["mine too"])
    try await world.client.stop()
  }

  @Test(
    "6: If a message is deleted while it is edited, the edit stays until Enter puts its text into the history",
    arguments: [false, true])
  func losesOpenEdit(isHard: Bool) async throws {
    let world = try await ComposerWorld(isStarted: true)
    let message = try await world.message("mine")
    world.press("'draft'")
    try world.composer.related.beginEdit(message)
    world.press("' too'")
    try await world.device.delete(message.id, in: "general", hard: isHard)
    await settle { world.context.lastNotice?.hasSuffix("cancels the edit") == true }
    #expect(world.shown == "mine too|")
    #expect(world.press("Enter") == .nothing)
    await settle { world.shown == "draft|" }
    #expect(world.context.lastNotice == "The message was deleted; C-x h restores your text")
    #expect(try await world.client.draftHistory().map(\.elements.text) == ["mine too"])
    #expect(world.client.pendingWork(in: "general").isEmpty)
    try await world.client.stop()
  }
}
