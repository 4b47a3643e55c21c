import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// Undo reverts edits of this device only.
@Suite(.watched) struct DraftUndoTests {
  let world: DraftWorld

  init() async throws { world = try await DraftWorld() }

  private func save(_ text: String, on phone: InMemoryDevice, over revision: DraftRevision) async throws {
    _ = try await phone.saveDraft(
      DraftContent(elements: [.plainText(text: text)]), for: DraftWorld.general, over: revision)
  }

  private func revision(on phone: InMemoryDevice) async throws -> DraftRevision {
    try await phone.drafts(DraftListQuery()).elements.first?.revision ?? 0
  }

  @Test("8: undo and redo of own typing keep another device's text")
  func undoesOwn() async throws {
    let client = await world.client()
    try await client.start()
    let draft = try client.draft()
    try draft.insertText(offset: 0, text: "one ")
    draft.moveCaretAway()
    try draft.insertText(offset: 4, text: "two")
    await client.publishDrafts()
    let phone = await world.device("phone")
    try await save("zero one two", on: phone, over: try await revision(on: phone))
    await settle { draft.text == "zero one two" }
    try await save("zero one two three", on: phone, over: try await revision(on: phone))
    await settle { draft.text == "zero one two three" }
    #expect(try draft.undo())
    #expect(draft.text == "zero one  three")
    #expect(try draft.undo())
    #expect(draft.text == "zero  three")
    #expect(try !draft.undo())
    #expect(try draft.redo())
    #expect(try draft.redo())
    #expect(draft.text == "zero one two three")
    try await client.stop()
  }

  @Test("8: undo does not restore a draft that another device sent or deleted")
  func staysDeleted() async throws {
    let client = await world.client()
    try await client.start()
    let draft = try client.draft()
    try draft.insertText(offset: 0, text: "one two")
    try draft.removeText(offset: 3, length: 4)
    await client.publishDrafts()
    let phone = await world.device("phone")
    try await phone.deleteDraft(for: draft.key, over: try await revision(on: phone))
    await settle { draft.text.isEmpty }
    #expect(!draft.canUndo && !draft.canRedo)
    try await client.stop()
  }
}

extension MessageDraft {
  /// Moves the caret, so that the next text is a separate undo step.
  fileprivate func moveCaretAway() {
    utf8Caret = 0
    utf8Caret = .max
  }
}
