import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// "Drafts, exactly", rule 6, and R8, R15: the edit of a message and the draft below it.
@Suite(.watched) struct DraftMessageEditTests {
  let world: DraftWorld
  let store = InMemoryStore()

  init() async throws { world = try await DraftWorld() }

  @Test("6: editing a message parks the draft, and the end of the edit restores it")
  func parks() async throws {
    let client = await world.client(store: store)
    let message = try await world.message("as it was")
    let draft = try client.draft()
    let log = ListenerLog()
    draft.update(text: "my draft")
    draft.addChangeListener(log)
    try draft.beginEdit(message)
    #expect(draft.text == "as it was" && draft.caret == 9)
    draft.update(text: "as it is")
    try await client.flush()
    #expect(try await store.draft(for: draft.key)?.content.text == "my draft")
    #expect(try await store.draft(for: draft.key)?.edit?.elements.text == "as it is")
    draft.endEdit()
    #expect(draft.text == "my draft" && draft.canUndo)
    #expect(log.texts == ["as it was", "as it is", "my draft"])
    #expect(try await client.draftHistory().map(\.elements.text) == ["as it is"])
    #expect(try await client.draftHistory().map(\.reason) == [.parked])
    #expect(try await store.draft(for: draft.key)?.edit == nil)
  }

  @Test("6: the text of an edited message is no command: it stays, and is not filed as one")
  func isNoCommand() async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    try draft.beginEdit(try await world.message("/as it was"))
    draft.takeCommand()
    #expect(draft.text == "/as it was")
    #expect(try await client.draftHistory().isEmpty)
  }

  @Test("R15, 6: an edit is never sent as a new message; it changes the message and keeps the draft")
  func sendsEdit() async throws {
    let client = await world.client(store: store)
    try await client.start()
    let message = try await world.message("as it was")
    let draft = try client.draft()
    draft.update(text: "my draft")
    try draft.beginEdit(message)
    draft.update(text: "as it is")
    await #expect(throws: OutboxError.editUnderWay(message.id)) { try await draft.send() }
    let edited = try await draft.sendEdit()
    #expect(edited?.text == "as it is" && edited?.id == message.id)
    #expect(draft.text == "my draft" && draft.editedMessage == nil)
    try await client.flush()
    #expect(try await store.draft(for: draft.key)?.content.text == "my draft")
    #expect(try await store.draft(for: draft.key)?.edit == nil)
    #expect(try await client.draftHistory().map(\.reason) == [.edited])
    #expect(try await client.draftHistory().map(\.elements.text) == ["as it is"])
    await #expect(throws: OutboxError.noEditUnderWay) { try await draft.sendEdit() }
    try await client.stop()
  }

  @Test("Text cleared while a message is edited goes into the history, except the message's own")
  func remembersCleared() async throws {
    let client = await world.client(store: store)
    let message = try await world.message("as it was")
    let draft = try client.draft()
    try draft.beginEdit(message)
    draft.update(text: "")
    #expect(try await client.draftHistory().isEmpty)
    draft.update(text: "written anew")
    for _ in 0..<12 { try draft.removeText(offset: draft.text.count - 1, length: 1) }
    draft.endEdit()
    #expect(try await client.draftHistory().map(\.elements.text) == ["written anew"])
    #expect(try await client.draftHistory().map(\.reason) == [.cleared])
    try draft.beginEdit(message)
    draft.update(text: "once more")
    while try draft.undo() {}
    #expect(draft.text == "as it was")
    draft.endEdit()
    #expect(try await client.draftHistory().count == 1)
    // The draft below the edit has a different text.
    draft.update(text: "a draft")
    try draft.removeText(offset: 0, length: 2)
    try draft.beginEdit(message)
    draft.update(text: "")
    draft.endEdit()
    draft.update(text: "")
    #expect(try await client.draftHistory().first?.elements.text == "a draft")
  }

  @Test("6: an interrupted edit is offered again, also after a restart, and the draft is shown")
  func offersAgain() async throws {
    let message = try await world.message("as it was")
    do {
      let client = await world.client(store: store)
      let draft = try client.draft()
      try draft.beginEdit(message)
      draft.update(text: "half an edi")
      client.closeComposer(for: draft.key)
      #expect(draft.text.isEmpty && draft.leftEdit?.messageId == message.id)
      try await client.flush()
    }
    let client = await world.client(store: store)
    try await client.start()
    let draft = try client.draft()
    #expect(draft.text.isEmpty)
    #expect(draft.leftEdit?.elements.text == "half an edi")
    await #expect(throws: OutboxError.failed(.refused(.emptyMessage))) { try await draft.send() }
    try draft.beginEdit(message)
    #expect(draft.text == "half an edi" && draft.leftEdit == nil)
    draft.endEdit()
    try await client.flush()
    #expect(try await store.draft(for: draft.key) == nil)
    #expect(try await client.draftHistory().first?.elements.text == "half an edi")
    try await client.stop()
  }

  @Test(
    "6: an interrupted edit's text goes to the history when another message is edited",
    arguments: [false, true])
  func retiresOther(isRestarted: Bool) async throws {
    let (first, second) = (try await world.message("first"), try await world.message("second"))
    var client = await world.client(store: store)
    var draft = try client.draft()
    try draft.beginEdit(first)
    draft.update(text: "half an edit")
    client.closeComposer(for: draft.key)
    try await client.flush()
    if isRestarted {
      client = await world.client(store: store)
      try await client.engine.drafts.saver.load()
      draft = try client.draft()
    }
    #expect(draft.leftEdit?.elements.text == "half an edit")
    try draft.beginEdit(second)
    #expect(draft.text == "second" && draft.leftEdit == nil)
    #expect(try await client.draftHistory().map(\.elements.text) == ["half an edit"])
    #expect(try await client.draftHistory().map(\.reason) == [.parked])
    #expect(try await store.draft(for: draft.key) == nil)
  }

  @Test("6: an edit open when the process ends is offered again")
  func survivesKill() async throws {
    let message = try await world.message("as it was")
    let dying = await world.client(store: store)
    let draft = try dying.draft()
    draft.update(text: "my draft")
    try draft.beginEdit(message)
    draft.update(text: "as it")
    try await dying.flush()
    let client = await world.client(store: store)
    try await client.start()
    #expect(try client.draft().text == "my draft")
    #expect(try client.draft().leftEdit?.elements.text == "as it")
    try await client.stop()
  }

  @Test("6: changes by another device go to the parked draft, not to the edit")
  func mergesBelow() async throws {
    let client = await world.client(store: store)
    try await client.start()
    let message = try await world.message("as it was")
    let draft = try client.draft()
    try draft.beginEdit(message)
    _ = try await world.device("phone").saveDraft(
      DraftContent(elements: [.plainText(text: "from the phone")]), for: draft.key, over: 0)
    await settle { client.draftMessage(for: draft.key)?.text == "from the phone" }
    #expect(draft.text == "as it was")
    draft.endEdit()
    #expect(draft.text == "from the phone")
    try await client.stop()
  }

  @Test(
    "6: choosing or removing a quote keeps text, mentions, caret and undo")
  func quotes() async throws {
    let draft = try await world.client().draft()
    let messages = [try await world.message("one", by: "ana"), try await world.message("two", by: "ana")]
    draft.update(text: "hi Ann")
    try draft.addMention(offset: 3, length: 3, target: .user(userId: "ann"))
    draft.caret = 2
    let elements = draft.elements
    for message in messages + [nil] {
      if let message { try draft.addQuote(message) } else { draft.removeQuote() }
      #expect(draft.quoted?.id == message?.id)
      #expect(draft.elements == elements && draft.caret == 2)
    }
    #expect(try draft.undo())
    #expect(draft.text == "hi Ann" && draft.mentions.isEmpty)
  }

  @Test("6: messages of other users and deleted ones cannot be edited")
  func refuses() async throws {
    let draft = try await world.client().draft()
    let theirs = try await world.message("theirs", by: "ana")
    #expect(throws: ChatError.refused(.notAllowed)) { try draft.beginEdit(theirs) }
    var deleted = try await world.message("mine")
    deleted.deletedAt = world.clock.now
    #expect(throws: ChatError.refused(.messageDeleted)) { try draft.beginEdit(deleted) }
    var poll = try await world.message("mine")
    poll.isEditable = false
    #expect(throws: ChatError.refused(.messageNotEditable)) { try draft.beginEdit(poll) }
    #expect(draft.editedMessage == nil)
  }

  @Test("6: setting aside and restoring apply to the visible text, and keep files and quote")
  func setsAsideShown() async throws {
    let client = await world.client(store: store)
    let message = try await world.message("as it was")
    let file = InputFile(name: "a", type: "b", source: .bytes([1]))
    let draft = try client.draft()
    draft.update(text: "my draft")
    draft.files = [file]
    try draft.addQuote(message)
    try draft.beginEdit(message)
    draft.update(text: "as it is")
    draft.setAside()
    #expect(draft.text.isEmpty && draft.editedMessage?.id == message.id)
    let entry = try #require(try await client.draftHistory().first)
    #expect(entry.elements.text == "as it is" && entry.reason == .parked)
    draft.restore(entry)
    #expect(draft.text == "as it is" && draft.canUndo)
    draft.endEdit()
    #expect(draft.text == "my draft")
    draft.setAside()
    #expect(draft.text.isEmpty && draft.files == [file] && draft.quoted?.id == message.id)
  }

  @Test(
    "6: the edit leaves the store in the batch that adds it to the outbox, so no kill offers it again")
  func sendsInOneBatch() async throws {
    let store = GatedStore()
    let client = ChatClient(service: await world.device(), store: store, clock: world.clock)
    await world.device().setFaults(.offline)
    try await client.start()
    let message = try await world.message("as it was")
    let draft = try client.draft()
    draft.update(text: "my draft")
    try draft.beginEdit(message)
    draft.update(text: "as it is")
    try await client.flush()
    let before = await store.batches.count
    let sending = Task { try await draft.sendEdit() }
    await settle { (try? await store.outbox().count) == 1 }
    let batch = await store.batches[before]
    #expect(batch.contains { if case .saveOutbox = $0 { true } else { false } })
    let kept = batch.compactMap { if case .saveDraft(let kept) = $0 { kept } else { nil } }
    #expect(kept.map(\.content.text) == ["my draft"] && kept.map(\.edit) == [nil])
    #expect(batch.contains { if case .addHistory(let words) = $0 { words.reason == .edited } else { false } })
    #expect(draft.editedMessage == nil && draft.text == "my draft")
    sending.cancel()
    try await client.stop()
  }

  @Test("6: files added while a message is edited belong to the edit, and the draft keeps its own")
  func keepsFilesApart() async throws {
    let client = await world.client(store: store)
    try await client.start()
    let message = try await world.message("as it was")
    let (mine, added) = (
      InputFile(name: "mine", type: "b", source: .bytes([1])),
      InputFile(name: "added", type: "b", source: .bytes([2]))
    )
    let draft = try client.draft()
    draft.update(text: "my draft")
    draft.files = [mine]
    try draft.beginEdit(message)
    #expect(draft.files.isEmpty && draft.attachments.isEmpty)
    draft.files = [added]
    client.closeComposer(for: draft.key)
    #expect(draft.files == [mine])
    try await client.flush()
    #expect(try await store.draft(for: draft.key)?.inputFiles == [mine])
    let next = await world.client("desk", store: store)
    try await next.engine.drafts.saver.load()
    let again = try next.draft()
    #expect(again.files == [mine])
    try again.beginEdit(message)
    #expect(again.files == [added] && again.text == "as it was")
    again.endEdit()
    try draft.beginEdit(message)
    #expect(draft.files == [added])
    let edited = try #require(try await draft.sendEdit())
    #expect(edited.files.map(\.name) == ["added"] && edited.text == "as it was")
    #expect(draft.files == [mine] && draft.text == "my draft")
    try draft.beginEdit(edited)
    #expect(draft.attachments == edited.files && draft.files.isEmpty)
    draft.attachments = []
    #expect(try await draft.sendEdit()?.files.isEmpty == true)
    try await client.stop()
  }

  @Test("6: the text of an edit goes to the history when another message is edited")
  func replacesEdit() async throws {
    let client = await world.client(store: store)
    let (first, second) = (try await world.message("first"), try await world.message("second"))
    let draft = try client.draft()
    try draft.beginEdit(first)
    draft.update(text: "first, changed")
    try draft.beginEdit(second)
    #expect(draft.text == "second")
    #expect(try await client.draftHistory().map(\.elements.text) == ["first, changed"])
  }
}
