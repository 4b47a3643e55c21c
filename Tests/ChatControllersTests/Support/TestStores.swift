import ChatDomain
import ChatTestSupport
import InMemoryService

/// A store that is owned by another session at first.
actor InheritedStore: WrappedStore {
  /// The store of its owner.
  let inner = InMemoryStore()
  nonisolated var wrapped: any LocalStore { inner }
  private var refusal: StoreError? = .lockedBy(process: 7)

  /// Releases the ownership.
  func release() { refusal = .takenOver }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    if let refusal {
      if refusal == .takenOver { self.refusal = nil }
      throw refusal
    }
    try await inner.perform(changes)
  }

  func outbox() async throws(StoreError) -> [OutboxEntry] {
    if case .lockedBy = refusal { return [] }
    return try await inner.outbox()
  }
}

/// A store with gates: callers wait until a gate is opened.
actor GatedStore: WrappedStore {
  enum Gate: Hashable, Sendable { case writing, drafts, messages, outbox }

  let inner = InMemoryStore()
  nonisolated var wrapped: any LocalStore { inner }
  private var closed: Set<Gate> = []
  private var held: [Gate: [CheckedContinuation<Void, Never>]] = [:]
  /// The saved batches.
  private(set) var batches: [[StoreChange]] = []

  func close(_ gate: Gate) { closed.insert(gate) }

  func open(_ gate: Gate) {
    closed.remove(gate)
    for continuation in held.removeValue(forKey: gate) ?? [] { continuation.resume() }
  }

  /// The number of callers held at the gate.
  func count(at gate: Gate) -> Int { held[gate]?.count ?? 0 }

  private func pass(_ gate: Gate) async {
    if closed.contains(gate) { await withCheckedContinuation { held[gate, default: []].append($0) } }
  }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    await pass(.writing)
    try await inner.perform(changes)
    batches.append(changes)
  }

  func drafts() async throws(StoreError) -> [StoredDraft] {
    await pass(.drafts)
    return try await inner.drafts()
  }

  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message] {
    await pass(.messages)
    return try await inner.cachedMessages(in: channel, limit: limit)
  }
  func cachedMessage(_ id: MessageID, in channel: ChannelID) async throws(StoreError) -> Message? {
    await pass(.messages)
    return try await inner.cachedMessage(id, in: channel)
  }

  func outbox() async throws(StoreError) -> [OutboxEntry] {
    await pass(.outbox)
    return try await inner.outbox()
  }
}
