import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite(.watched) struct MessageDraftTests {
  @Test("Limits outside 1 to 100 are refused, each with its own error", arguments: [0, -1, 101])
  func refusesLimits(limit: Int) async throws {
    let client = await (try DraftWorld()).client()
    #expect(throws: ChatError.refused(.invalid("a limit of \(limit) people"))) {
      try client.messageDraft(for: DraftWorld.general, channelType: .group, userLimit: limit)
    }
    #expect(throws: ChatError.refused(.invalid("a limit of \(limit) channels"))) {
      try client.messageDraft(for: DraftWorld.general, channelType: .group, channelLimit: limit)
    }
    _ = try client.messageDraft(for: DraftWorld.general, channelType: .group, userLimit: 1, channelLimit: 100)
  }

  @Test("A listener is called once after each edit, in order, and not when it is added")
  func tellsOnce() async throws {
    let draft = try await DraftWorld().client().draft()
    let log = ListenerLog()
    draft.addChangeListener(log)
    draft.addChangeListener(log)
    #expect(log.elements.isEmpty)
    draft.update(text: "hi Ann")
    try draft.insertText(offset: 2, text: ",")
    try draft.addMention(offset: 4, length: 3, target: .user(userId: "ann"))
    try draft.removeText(offset: 0, length: 1)
    #expect(draft.removeMention(offset: 3))
    #expect(log.texts == ["hi Ann", "hi, Ann", "hi, Ann", "i, Ann", "i, Ann"])
    #expect(
      log.elements[3] == [.plainText(text: "i, "), .link(text: "Ann", target: .user(userId: "ann"))])
  }

  @Test("A listener is called when the caret moves to other suggestions, not for other moves")
  func tellsOfCaret() async throws {
    let draft = try await DraftWorld().client().draft()
    draft.update(text: "for @alex and @ana")
    let log = ListenerLog()
    draft.addChangeListener(log)
    var editCount = 0
    draft.onEdit = { editCount += 1 }
    draft.caret = 10
    #expect(log.texts.count == 1, "nothing is suggested behind the blank")
    draft.caret = 13
    draft.caret = 12
    #expect(log.texts.count == 1)
    draft.caret = 9
    #expect(log.texts.count == 2)
    let suggested = try await log.futures.last?.async()
    #expect(suggested?.first?.replaceFrom == "@alex")
    draft.caret = 7
    #expect(try await log.futures.last?.async().first?.replaceFrom == "@al")
    #expect(editCount == 0, "a composer moves the caret itself")
    try draft.insertText(offset: 0, text: "x")
    #expect(editCount == 1)
  }

  @Test("An edit that changes nothing is not reported")
  func tellsNothing() async throws {
    let draft = try await DraftWorld().client().draft()
    draft.update(text: "hi")
    let log = ListenerLog()
    draft.addChangeListener(log)
    draft.update(text: "hi")
    try draft.insertText(offset: 1, text: "")
    try draft.removeText(offset: 1, length: 0)
    #expect(!draft.removeMention(offset: 0))
    draft.files = []
    draft.removeQuote()
    #expect(throws: DraftError.self) { try draft.insertText(offset: 9, text: "x") }
    #expect(throws: DraftError.self) { try draft.addMention(offset: 0, length: 0, target: .url(url: "u")) }
    #expect(log.elements.isEmpty)
    #expect(draft.text == "hi")
  }

  @Test("Files and a quote are reported too, and setting files replaces them")
  func tellsParts() async throws {
    let world = try await DraftWorld()
    let draft = try await world.client().draft()
    let log = ListenerLog()
    draft.addChangeListener(log)
    let file = InputFile(name: "a.txt", type: "text/plain", source: .bytes([1]))
    draft.files = [file]
    draft.files = [file]
    draft.files = []
    try draft.addQuote(try await world.message("hello", by: "ana"))
    draft.removeQuote()
    #expect(log.elements.count == 4)
    #expect(draft.files.isEmpty)
  }

  @Test("A removed listener is not called any more, and is released")
  func letsGo() async throws {
    let draft = try await DraftWorld().client().draft()
    weak var gone: ListenerLog?
    do {
      let log = ListenerLog()
      gone = log
      draft.addChangeListener(log)
      draft.update(text: "a")
    }
    #expect(gone?.texts == ["a"])
    if let log = gone { draft.removeChangeListener(log) }
    #expect(gone == nil)
  }

  @Test("A listener that another one removes during a notice is not called any more")
  func letsGoDuringNotice() async throws {
    let draft = try await DraftWorld().client().draft()
    let (first, second) = (ListenerLog(), ListenerLog())
    first.onChange = { [weak draft] in draft?.removeChangeListener(second) }
    draft.addChangeListener(first)
    draft.addChangeListener(second)
    draft.update(text: "a")
    #expect(first.texts == ["a"] && second.texts.isEmpty)
  }

  @Test("An edit made by a listener is reported after all listeners know of the one before")
  func editsWithin() async throws {
    let draft = try await DraftWorld().client().draft()
    let first = ListenerLog()
    let second = ListenerLog()
    first.onChange = { [weak draft] in if draft?.text == "a" { draft?.update(text: "ab") } }
    draft.addChangeListener(first)
    draft.addChangeListener(second)
    draft.update(text: "a")
    #expect(first.texts == ["a", "ab"])
    #expect(second.texts == ["a", "ab"])
  }

  @Test("undo and redo restore mentions")
  func undoes() async throws {
    let draft = try await DraftWorld().client().draft()
    draft.update(text: "hi Ann")
    try draft.addMention(offset: 3, length: 3, target: .user(userId: "ann"))
    try draft.removeText(offset: 4, length: 1)
    #expect(draft.mentions.isEmpty)
    #expect(try draft.undo())
    #expect(draft.mentions == [Mention(offset: 3, length: 3, target: .user(userId: "ann"))])
    #expect(try draft.redo())
    #expect(draft.text == "hi An")
    #expect(draft.canUndo && !draft.canRedo)
  }

  @Test("The caret follows typing and stays with its text under other edits")
  func movesCaret() async throws {
    let draft = try await DraftWorld().client().draft()
    draft.update(text: "né @a")
    #expect(draft.caret == 5 && draft.utf8Caret == 6)
    draft.caret = 2
    #expect(draft.utf8Caret == 3)
    draft.utf8Caret = 2
    #expect(draft.utf8Caret == 1)
    draft.caret = 99
    #expect(draft.caret == 5)
    draft.caret = 2
    try draft.apply(DraftTransaction(changes: [TextChange(0..<0, "oh ")], origin: .merge))
    #expect(draft.caret == 5)
    try draft.apply(DraftTransaction(changes: [TextChange(6..<6, "!")], origin: .merge))
    #expect(draft.caret == 5)
    try draft.insertText(offset: 0, text: "x")
    #expect(draft.caret == 1)
  }

  @Test("Any message of the channel can be quoted in it and in its threads, and none of another channel")
  func quotes() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let parent = try await world.message("parent", by: "ana")
    let reply = try await world.message("reply", by: "ben", under: parent.id)
    let other = try await world.message("other", by: "ana")
    let elsewhere = try await world.message("else", in: "lobby")
    let draft = try client.draft()
    try draft.addQuote(parent)
    #expect(draft.quoted == QuotedMessage(parent))
    #expect(throws: ChatError.refused(.quoteFromOtherChannel)) { try draft.addQuote(elsewhere) }
    #expect(draft.quoted == QuotedMessage(parent))
    let thread = try client.threadMessageDraft(for: parent, channelType: .group)
    try thread.addQuote(parent)
    try thread.addQuote(reply)
    try thread.addQuote(other)
    #expect(thread.quoted == QuotedMessage(other))
    #expect(throws: ChatError.refused(.quoteFromOtherChannel)) { try thread.addQuote(elsewhere) }
    // By id or as a draft's quote: the same rule applies.
    try draft.addQuote(reply)
    let quoting = try await client.channelController(for: "general").createNewMessage(
      text: "see", quotedMessageId: reply.id)
    #expect(client.engine.outbox.pending(quoting)?.quoted == draft.quoted)
  }

  @Test(
    "A thread's draft is refused on a reply, a deleted or a system message, and not if a thread exists")
  func refusesThreads() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let parent = try await world.message("parent")
    let reply = try await world.message("reply", under: parent.id)
    var deleted = parent
    deleted.deletedAt = world.clock.now
    var system = parent
    system.kind = .system
    _ = try client.threadMessageDraft(for: parent, channelType: .group)
    for (message, refusal) in [
      (reply, ChatError.Refusal.replyToReply), (deleted, .replyToDeletedMessage),
      (system, .replyToSystemMessage),
    ] {
      #expect(throws: ChatError.refused(refusal)) {
        try client.threadMessageDraft(for: message, channelType: .group)
      }
    }
  }
}
