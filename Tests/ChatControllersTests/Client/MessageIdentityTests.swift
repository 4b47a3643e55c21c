import ChatDomain
import ChatTestSupport
import DraftEngine
import Foundation
import InMemoryService
import LocalStorage
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The first id of a message", .watched)
struct MessageIdentityTests {
  /// A person whose client stores its data in a file.
  private final class Home {
    let clock = ManualClock()
    let service: InMemoryChatService
    let folder: URL
    private(set) var run = 0

    init() async throws {
      service = InMemoryChatService(clock: clock)
      for name in ["ann", "ben"] as [UserID] { await service.add(User(id: name)) }
      _ = try await service.device(user: "ann", id: "laptop").createChannel(
        NewChannel(id: "room", type: .group, members: ["ben"]))
      folder = FileManager.default.temporaryDirectory.appending(path: "inkwell-\(UUID().uuidString)")
    }

    deinit {
      // A file left in the temporary folder does no harm.
      try? FileManager.default.removeItem(at: folder)
    }

    var laptop: InMemoryDevice { get async { await service.device(user: "ann", id: "laptop") } }

    /// A started client.
    func client(store: (any LocalStore)? = nil) async throws -> ChatClient {
      run += 1
      let (run, counter) = (run, Counter())
      let kept: any LocalStore
      if let store { kept = store } else { kept = try await opened() }
      let client = ChatClient(
        service: await laptop, store: kept, clock: clock,
        transactionIds: TransactionIDSource { TransactionID("\(run)-\(counter.next())") })
      try await client.start()
      return client
    }

    /// The file, after the store of the last run has released it.
    private func opened() async throws -> any LocalStore {
      var opened = try await SQLiteStore.open(profile: folder.path, clock: clock)
      await settle("the profile") {
        if opened.ownership == .owned { return true }
        if let again = try? await SQLiteStore.open(profile: folder.path, clock: clock) { opened = again }
        return false
      }
      return opened.store
    }

    func texts() async throws -> [String] {
      try await service.device(user: "ben", id: "desk").messages(MessageQuery(channelId: "room", limit: 100))
        .elements.map(\.text)
    }
  }

  /// Checks that all calls with a message id accept this one.
  private func check(
    _ id: MessageID, is present: MessageID, _ text: String, for client: ChatClient,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let channel = client.channelController(for: "room")
    let message = client.messageController(for: id, in: "room")
    try await answer("the message") { try await message.synchronize() }
    #expect(message.messageId == present && message.message?.text == text, sourceLocation: sourceLocation)
    try await answer("the place") { try await channel.load(around: id) }
    #expect(channel.timeline[id]?.id == present, sourceLocation: sourceLocation)

    let quoting = try await channel.createNewMessage(text: "quoting \(text)", quotedMessageId: id)
    let reply = try await message.createNewReply(text: "reply to \(text)")
    var params = UserMessageCreateParams(message: "parameters for \(text)")
    params.parentMessageId = id
    let sent = try await answer("a reply") { try await channel.sendUserMessage(params) }
    #expect(sent.parentId == present, sourceLocation: sourceLocation)
    let fresh = client.messageController(for: id, in: "room")
    try await answer("an edit") {
      _ = try await client.result(of: try await fresh.editMessage(text: "\(text)!"))
    }
    #expect(
      try await client.service.message(present, in: "room").text == "\(text)!", sourceLocation: sourceLocation
    )
    let ids = [quoting, reply].map { TransactionID($0.rawValue) }
    let arrived = try await answer("what was sent") {
      [try await client.engine.outbox.result(of: ids[0]), try await client.engine.outbox.result(of: ids[1])]
    }
    #expect(
      arrived[0].quoted?.id == present && arrived[1].parentId == present, sourceLocation: sourceLocation)

    let draft = try client.messageDraft(for: DraftKey(channelId: "room", parentId: id))
    try draft.insertText(offset: 0, text: "words")
    await settle(
      "the draft's place", until: { draft.key.parentId == present }, sourceLocation: sourceLocation)
    client.deleteDraft(for: draft.key)
  }

  /// Sends messages in one run of the program, whose store is released at the end.
  private func send(_ text: String, from home: Home) async throws -> (MessageID, Message) {
    let client = try await home.client()
    let id = try await client.channelController(for: "room").createNewMessage(text: text)
    let sent = try await answer { try await client.engine.outbox.result(of: TransactionID(id.rawValue)) }
    try await client.stop()
    return (id, sent)
  }

  @Test("It stays valid after a restart")
  func restart() async throws {
    let home = try await Home()
    let (id, sent) = try await send("hello", from: home)
    let client = try await home.client()
    try await check(id, is: sent.id, "hello", for: client)
    try await client.stop()
  }

  @Test("It stays valid after an offline restart, if the message is cached")
  func offline() async throws {
    let home = try await Home()
    let store = InMemoryStore()
    var client = try await home.client(store: store)
    let channel = client.channelController(for: "room")
    try await channel.synchronize()
    let id = try await channel.createNewMessage(text: "hello")
    let sent = try await answer { [client] in
      try await client.engine.outbox.result(of: TransactionID(id.rawValue))
    }
    await settle { (try? await store.cachedMessage(id, in: "room"))??.id == sent.id }
    try await client.stop()
    await home.laptop.setFaults(.offline)
    client = try await home.client(store: store)
    let message = client.messageController(for: id, in: "room")
    await #expect(throws: ChatError.connection(.offline)) { try await message.synchronize() }
    #expect(message.messageId == sent.id && message.message?.text == "hello")
    // It can be edited and quoted, and both wait for the connection.
    _ = try await client.messageController(for: id, in: "room").editMessage(text: "hello!")
    let again = client.channelController(for: "room")
    let quoting = try await again.createNewMessage(text: "quoting", quotedMessageId: id)
    #expect(client.engine.outbox.pending(quoting)?.quoted?.id == sent.id)
  }

  @Test("It stays valid while the message is being sent, even if the channel shows another part")
  func pending() async throws {
    let home = try await Home()
    let client = try await home.client(store: InMemoryStore())
    await home.laptop.setFaults(.offline)
    let channel = client.channelController(for: "room")
    let id = try await channel.createNewMessage(text: "hello")
    let elsewhere = client.channelController(for: "room")
    let mark = elsewhere.feed.timeline.beginLoading()
    elsewhere.feed.change { $0.reset(to: Page([], next: "later"), asOf: mark) }
    let quoting = try await elsewhere.createNewMessage(text: "quoting", quotedMessageId: id)
    #expect(client.engine.outbox.pending(quoting)?.quoted?.elements.text == "hello")
  }

  @Test("It stays valid when its result is no longer kept")
  func forgotten() async throws {
    let home = try await Home()
    let client = try await home.client(store: InMemoryStore())
    var first: MessageID?
    var last: OutboxEntry?
    client.engine.outbox.entries.results.known.limit = 8
    for number in 0..<20 {
      let entry = try await client.engine.outbox.enqueueSend(
        OutgoingMessage(key: DraftKey(channelId: "room"), elements: [.plainText(text: "\(number)")]))
      first = first ?? entry.message.id
      last = entry
    }
    let (id, end) = (try #require(first), try #require(last))
    _ = try await answer("the last one") { try await client.engine.outbox.result(of: end.transactionId) }
    #expect(client.engine.outbox.entries.results.answer(to: TransactionID(id.rawValue)) == nil)
    let present = try await home.laptop.message(id, in: "room").id
    try await check(id, is: present, "0", for: client)
  }
}
