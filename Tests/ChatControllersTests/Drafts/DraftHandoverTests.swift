import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Several messages of one draft on the way to the outbox, while their files are checked.
@Suite(.watched) struct DraftHandoverTests {
  let world: DraftWorld
  let store = InMemoryStore()
  let files = HeldFileReader()
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  private func client() async -> ChatClient {
    ChatClient(service: await world.device(), store: store, clock: world.clock, files: files)
  }

  /// Sends "one" and "two", each with a file that cannot be read yet, and types "three".
  private func sendTwo(_ draft: MessageDraft) async -> [Task<Timetoken, any Error>] {
    var sending: [Task<Timetoken, any Error>] = []
    for (number, text) in ["one", "two"].enumerated() {
      draft.update(text: text)
      draft.files = [InputFile(name: text, type: "b", source: .path("/\(text)"))]
      sending.append(Task { try await draft.send() })
      await settle("message \(number + 1)", until: { await files.heldCount == number + 1 })
      world.clock.advance(by: .seconds(10))
    }
    draft.update(text: "three")
    draft.utf8Caret = 2
    return sending
  }

  @Test(
    "Text not yet in the outbox is saved before the draft, in order, and survives a kill")
  func keepsAll() async throws {
    let dying = await client()
    let begin = world.clock.now
    let draft = try dying.draft()
    let sending = await sendTwo(draft)
    #expect(draft.text == "three" && draft.files.isEmpty)
    try await dying.flush()
    let kept = try #require(try await store.draft(for: key))
    #expect(kept.content.text == "one\ntwo\nthree" && kept.inputFiles.map(\.name) == ["one", "two"])
    #expect(kept.caret == 10 && kept.createdAt == begin)
    #expect(try await store.outbox().isEmpty)
    let again = await client()
    try await again.engine.drafts.saver.load()
    #expect(try again.draft().text == "one\ntwo\nthree")
    for one in sending { one.cancel() }
  }

  @Test("Once the outbox has the messages, the draft is only the text typed since")
  func handsOverAll() async throws {
    let client = await client()
    let draft = try client.draft()
    let sending = await sendTwo(draft)
    await files.release()
    await settle("both messages", until: { (try? await store.outbox().count) == 2 })
    try await client.flush()
    #expect(try await store.outbox().map(\.message.text) == ["one", "two"])
    #expect(try await store.draft(for: key)?.content.text == "three")
    for one in sending { one.cancel() }
  }

  @Test("Refused messages return in writing order with their dates")
  func putsAllBack() async throws {
    let client = await client()
    let begin = world.clock.now
    let draft = try client.draft()
    let sending = await sendTwo(draft)
    await files.release(isUnreadable: true)
    for one in sending { await #expect(throws: OutboxError.self) { try await one.value } }
    #expect(draft.text == "one\ntwo\nthree" && draft.files.map(\.name) == ["one", "two"])
    try await client.flush()
    #expect(try await store.draft(for: key)?.content.text == "one\ntwo\nthree")
    #expect(try await store.draft(for: key)?.createdAt == begin)
    #expect(try await store.outbox().isEmpty)
  }

  @Test("A callback for messages on their way to the outbox is called once, even if more follow")
  func callsBackOnce() async throws {
    let client = await world.client(store: store)
    let saver = client.engine.drafts.saver
    var count = 0
    saver.beginHandover()
    saver.saveWithHandovers { _ in count += 1 }
    try await client.flush()
    #expect(count == 0)
    saver.endHandover()
    #expect(count == 1)
    saver.beginHandover()
    saver.endHandover()
    #expect(count == 1)
  }

  @Test("A save that waits for messages on their way to the outbox reports a failure of the store meanwhile")
  func reportsLaterFailure() async throws {
    let client = await world.client(store: store)
    let saver = client.engine.drafts.saver
    let draft = try client.draft()
    var answers: [StoreError?] = []
    saver.beginHandover()
    saver.saveWithHandovers { answers.append($0) }
    try await client.flush()
    #expect(answers.isEmpty)
    store.setFaults(.full)
    draft.update(text: "typed")
    await #expect(throws: StoreError.full) { try await client.flush() }
    saver.endHandover()
    #expect(answers == [.full])
    store.setFaults(.none)
  }
}
