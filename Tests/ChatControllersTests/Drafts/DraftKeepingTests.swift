import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// "Drafts, exactly", rules 1 to 7, on a single device.
@Suite(.watched) struct DraftKeepingTests {
  let world: DraftWorld
  let store = InMemoryStore()

  init() async throws { world = try await DraftWorld() }

  private func stored(_ key: DraftKey = DraftWorld.general) async throws -> StoredDraft? {
    try await store.draft(for: key)
  }

  @Test("R11, 1: each channel and thread has its own draft")
  func keepsApart() async throws {
    let client = await world.client(store: store)
    let parent = try await world.message("parent")
    let thread = try client.threadMessageDraft(for: parent, channelType: .group)
    thread.update(text: "in the thread")
    try await client.flush()
    #expect(try await stored() == nil)
    let channel = try client.draft()
    #expect(channel.text.isEmpty)
    channel.update(text: "in the channel")
    thread.update(text: "")
    try await client.flush()
    #expect(try await stored(thread.key) == nil)
    #expect(try await stored()?.content.text == "in the channel")
    #expect(try client.draft().text == "in the channel")
    let other = try await world.message("another parent")
    #expect(try client.threadMessageDraft(for: other, channelType: .group).text.isEmpty)
  }

  @Test(
    "2: with drafts disabled nothing is saved, loaded, shown or published, and stored drafts stay")
  func isSwitchedOff() async throws {
    let kept = await world.client(store: store)
    try kept.draft().update(text: "from before")
    try await kept.flush()
    let client = await world.client("phone", store: store, isEnabled: false)
    var notices: [ClientNotice] = []
    let subscription = client.subscribe { notices.append($0) }
    try await client.start()
    let draft = try client.draft()
    #expect(draft.text.isEmpty)
    draft.update(text: "unseen")
    #expect(client.draftMessages().isEmpty)
    #expect(client.draftMessage(for: draft.key) == nil)
    try await client.flush()
    client.closeComposer(for: draft.key)
    world.clock.advance(by: .seconds(10))
    try await draft.send()
    draft.update(text: "unseen too")
    await settle()
    try await client.stop()
    #expect(try await stored()?.content.text == "from before")
    #expect(try await store.draftHistory(for: nil, limit: 9).isEmpty)
    #expect(await world.device("phone").requestCounts[.saveDraft] == nil)
    #expect(!notices.contains { if case .draft = $0 { true } else { false } })
    subscription.cancel()
  }

  @Test("3: a flush saves all edits in one batch, and edits are also saved without one")
  func flushes() async throws {
    let client = await world.client(store: store)
    let general = try client.draft()
    let lobby = try client.draft(for: DraftWorld.lobby, type: .public)
    general.update(text: "one")
    lobby.update(text: "two")
    try await client.flush()
    #expect(store.batchCount == 1)
    #expect(try await stored()?.caret == 3)
    general.update(text: "one more")
    await settle { store.batchCount == 2 }
    #expect(try await stored()?.content.text == "one more")
  }

  @Test("3: a restart restores text, mentions, caret, files and quote")
  func restores() async throws {
    let quoted = try await world.message("quoted", by: "ana")
    let file = InputFile(name: "a.txt", type: "text/plain", source: .bytes([1]))
    var draft = try await world.client(store: store).draft()
    do {
      let client = await world.client(store: store)
      draft = try client.draft()
      draft.update(text: " hi Ann  ")
      try draft.addMention(offset: 4, length: 3, target: .user(userId: "ann"))
      draft.files = [file]
      try draft.addQuote(quoted)
      draft.caret = 2
      client.closeComposer(for: draft.key)
      try await client.flush()
    }
    let client = await world.client(store: store)
    try await client.start()
    let again = try client.draft()
    #expect(again.text == " hi Ann  " && again.elements == draft.elements)
    #expect(again.caret == 2 && again.files == [file] && again.quoted?.id == quoted.id)
    #expect(!again.canUndo)
    try await client.stop()
  }

  @Test("3: while the store fails the text stays in memory; the failure and its end are reported once")
  func survivesStore() async throws {
    let client = await world.client(store: store)
    var errors: [StoreError?] = []
    let subscription = client.subscribe { if case .store(let error) = $0 { errors.append(error) } }
    store.setFaults(.full)
    let draft = try client.draft()
    draft.update(text: "a")
    await #expect(throws: StoreError.full) { try await client.flush() }
    draft.update(text: "ab")
    await #expect(throws: StoreError.full) { try await client.flush() }
    #expect(errors == [.full])
    #expect(draft.text == "ab")
    store.setFaults(.none)
    try await client.flush()
    #expect(errors == [.full, nil])
    #expect(try await stored()?.content.text == "ab")
    subscription.cancel()
  }

  @Test("3: a store that recovers is written to without another edit")
  func writesLater() async throws {
    let client = await world.client(store: store)
    try await client.start()
    store.setFaults(.full)
    let draft = try client.draft()
    draft.update(text: "a")
    await #expect(throws: StoreError.full) { try await client.flush() }
    draft.update(text: "ab")
    await #expect(throws: StoreError.full) { try await client.flush() }
    store.setFaults(.none)
    await settle {
      world.clock.advance(by: .seconds(1))
      return (try? await stored())??.content.text == "ab"
    }
    try await client.stop()
  }

  @Test("R8: unchanged content is not saved again, and keeps its creation date")
  func savesOnce() async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.update(text: "same")
    try await client.flush()
    let created = try #require(try await stored()?.createdAt)
    let batches = store.batchCount
    world.clock.advance(by: .seconds(5))
    client.closeComposer(for: draft.key)
    try await client.flush()
    try await client.flush()
    #expect(store.batchCount == batches)
    draft.update(text: "other")
    try await client.flush()
    #expect(try await stored()?.createdAt == created)
    #expect(try await stored()?.updatedAt ?? created > created)
  }

  @Test(
    "4: blanks at the ends are kept, and blanks alone are not a draft", arguments: [" a ", "\ta\n", " \n\t "])
  func keepsBlanks(text: String) async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.update(text: text)
    try await client.flush()
    #expect(try await stored()?.content.text == (text.contains("a") ? text : nil))
    #expect(draft.text == text)
  }

  @Test("4: a file or a quote alone is a draft")
  func keepsParts() async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.files = [InputFile(name: "a", type: "b", source: .bytes([1]))]
    try await client.flush()
    #expect(try await stored() != nil)
    draft.files = []
    try await client.flush()
    #expect(try await stored() == nil)
    try draft.addQuote(try await world.message("quoted", by: "ana"))
    try await client.flush()
    #expect(try await stored() != nil)
    draft.removeQuote()
    try await client.flush()
    #expect(try await stored() == nil)
    #expect(client.draftMessages().isEmpty)
  }

  @Test("Cleared text goes into the history as a whole, however it was cleared")
  func remembersCleared() async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.update(text: "once upon")
    for _ in 0..<9 { try draft.removeText(offset: draft.text.count - 1, length: 1) }
    draft.update(text: "all at once")
    draft.update(text: "")
    #expect(try await client.draftHistory().map(\.elements.text) == ["all at once", "once upon"])
    #expect(try await client.draftHistory().allSatisfy { $0.reason == .cleared })
    draft.update(text: "now")
    draft.restore(try #require(try await client.draftHistory().last))
    #expect(draft.text == "once upon")
    #expect(try await client.draftHistory().first?.elements.text == "now")
    #expect(try await client.draftHistory().first?.reason == .replaced)
    draft.setAside()
    #expect(draft.text.isEmpty)
    #expect(try await client.draftHistory().first?.reason == .parked)
    #expect(try draft.undo())
    #expect(draft.text == "once upon")
  }

  @Test("Text replaced by blanks counts as cleared")
  func remembersBlanked() async throws {
    let client = await world.client(store: store)
    let draft = try client.draft()
    draft.update(text: "gone")
    draft.update(text: "          ")
    #expect(try await client.draftHistory().map(\.elements.text) == ["gone"])
    draft.update(text: "one")
    draft.update(text: "    one")
    draft.update(text: "")
    #expect(try await client.draftHistory().map(\.elements.text) == ["    one", "gone"])
  }

  @Test("The history is trimmed by age and number")
  func trims() async throws {
    var configuration = ClientConfiguration()
    configuration.historyCount = 2
    configuration.historyAge = .seconds(100)
    let client = ChatClient(
      service: await world.device(), store: store, clock: world.clock, configuration: configuration)
    let draft = try client.draft()
    func kept(after text: String) async throws -> [String] {
      draft.update(text: text)
      draft.update(text: "")
      try await client.flush()
      await settle { client.engine.drafts.saver.trimming == nil }
      return try await client.draftHistory().map(\.elements.text)
    }
    #expect(try await kept(after: "a") == ["a"])
    #expect(try await kept(after: "b") == ["b", "a"])
    #expect(try await kept(after: "c") == ["c", "b"])
    world.clock.advance(by: .seconds(200))
    #expect(try await kept(after: "d") == ["d"])
    world.clock.advance(by: .seconds(50))
    #expect(try await kept(after: "e") == ["e", "d"])
    world.clock.advance(by: .seconds(70))
    #expect(try await kept(after: "f") == ["f", "e"])
  }

  @Test("R7, 7: restoring signals no typing and changes neither date nor order")
  func restoresQuietly() async throws {
    let first = await world.client(store: store)
    try first.draft().update(text: "older")
    world.clock.advance(by: .seconds(1))
    try first.draft(for: DraftWorld.lobby, type: .public).update(text: "newer")
    try await first.flush()
    let before = try await store.drafts()
    let client = await world.client("phone", store: store)
    try await client.start()
    let draft = try client.draft()
    await draft.shared.typing.settle()
    try await client.flush()
    #expect(draft.text == "older")
    #expect(client.draftMessages().map(\.text) == ["newer", "older"])
    #expect(await world.device("phone").requestCounts[.setTyping] == nil)
    #expect(try await store.drafts().map(\.createdAt) == before.map(\.createdAt))
    try await client.stop()
  }
}
