import ChatControllers
import ChatDomain
import ChatTestSupport
import InMemoryService
import Synchronization
import Testing

/// Starts a new conversation in a program that is killed before or after each write to its store.
@Suite("Killed before a new conversation exists") struct ProspectMortalityTests {
  private static let first = "hello ben, this is the first word"
  private static let second = "and more that is not sent"

  @Test("Nothing is lost or sent twice, and there is one conversation", arguments: [true, false])
  func table(isWritten: Bool) async throws {
    var points = 0
    for count in 1... {
      let isOver = try await run(killedAt: count, isWritten: isWritten)
      points = count
      if isOver { break }
    }
    // Two drafts, the message, the move to the channel and the removal from the outbox; fewer would mean that no kill
    // happened.
    #expect(points > 6)
  }

  /// - Returns: whether the program finished before it was killed.
  private func run(killedAt count: Int, isWritten: Bool) async throws -> Bool {
    let clock = ManualClock()
    let service = InMemoryChatService(clock: clock)
    for user in ["mia", "ben"] { await service.add(User(id: UserID(user), name: user)) }
    let store = InMemoryStore()
    let life = Life()
    let dying = DyingStore(store: store, life: life, at: count, isWritten: isWritten)
    let victim = await client(of: service, store: dying, life: life, clock)
    var kept: Set<String> = []
    do {
      try await victim.start()
      let draft = try victim.messageDraft(for: DraftKey(channelId: victim.place(with: "ben")))
      draft.update(text: Self.first)
      try await victim.flush()
      kept.insert(Self.first)
      try draft.beginSend()
      draft.update(text: Self.second)
      try await victim.flush()
      kept.insert(Self.second)
      await settle(turns: 400)
    } catch {
      #expect(life.isOver, "killed at \(count): \(error)")
    }
    let wasKilled = life.isOver
    life.end()
    try await checkNextLife(service, store, clock, kept, "killed at \(count), written: \(isWritten)")
    return !wasKilled
  }

  private func checkNextLife(
    _ service: InMemoryChatService, _ store: InMemoryStore, _ clock: ManualClock, _ kept: Set<String>,
    _ when: String
  ) async throws {
    let device = await service.device(user: "mia", id: "desk")
    let next = await client(of: service, store: store, life: Life(), clock)
    try await next.start()
    let place = next.place(with: "ben")
    await settle("the end of sending; \(when)") {
      next.pendingWork(in: place).isEmpty && next.pendingWork(in: next.resolved(place)).isEmpty
    }
    await settle(turns: 400)
    let rooms = try await device.channels(ListQuery()).elements
    #expect(rooms.count <= 1, "\(rooms.count) conversations; \(when)")
    var said: [String] = []
    if let room = rooms.first {
      said = try await device.messages(MessageQuery(channelId: room.id)).elements.map(\.text)
    }
    let drafts = next.draftMessages()
    // Once the conversation exists, the drafts are in it.
    #expect(drafts.allSatisfy { $0.key.isProspect == rooms.isEmpty }, "\(drafts); \(when)")
    let words = said + drafts.map(\.text)
    for text in [Self.first, Self.second] {
      let times = words.filter { $0.contains(text) }.count
      #expect(times <= 1, "\(text) is there \(times) times; \(when)")
      if kept.contains(text) { #expect(times == 1, "\(text) is lost; \(when): \(words)") }
    }
    // Unsent text can be sent now, and creates no second conversation.
    let draft = try next.messageDraft(for: DraftKey(channelId: next.resolved(place)))
    if !draft.isEmpty {
      try await draft.send()
      #expect(try await device.channels(ListQuery()).elements.count == 1, "\(when)")
    }
    try await next.stop()
    #expect(try await store.outbox().isEmpty, "\(when)")
    #expect(try await store.drafts().allSatisfy { $0.isEmpty }, "\(when)")
  }

  private func client(
    of service: InMemoryChatService, store: any LocalStore, life: Life, _ clock: ManualClock
  ) async -> ChatClient {
    let device = await service.device(user: "mia", id: "desk")
    return ChatClient(
      service: MortalDevice(life: life, device: device), store: store,
      clock: MortalClock(life: life, clock: clock))
  }
}

/// Ends a life at one of its writes, right before or right after it.
private nonisolated final class DyingStore: WrappedStore {
  private let mortal: MortalStore
  var wrapped: any LocalStore { mortal }
  private let life: Life
  private let last: Int
  private let isWritten: Bool
  private let count = Mutex(0)

  init(store: InMemoryStore, life: Life, at last: Int, isWritten: Bool) {
    mortal = MortalStore(life: life, store: store)
    self.life = life
    self.last = last
    self.isWritten = isWritten
  }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    let isLast = count.withLock { count in
      count += 1
      return count == last
    }
    if isLast {
      if isWritten { try await mortal.wrapped.perform(changes) }
      life.end()
    }
    try await mortal.perform(changes)
  }
}
