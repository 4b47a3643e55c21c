import ChatDomain
import ChatTestSupport
import InMemoryService

/// A store that takes as long to keep something, and to read the drafts, as a test says.
actor SlowStore: WrappedStore {
  let wrapped: any LocalStore
  private let clock: ManualClock
  private var delay = Duration.zero
  private var readingDelay = Duration.zero
  private var messagesDelay = Duration.zero

  init(_ store: InMemoryStore, clock: ManualClock) {
    wrapped = store
    self.clock = clock
  }

  func take(_ delay: Duration) { self.delay = delay }

  func takeToRead(_ delay: Duration) { readingDelay = delay }

  func takeToReadMessages(_ delay: Duration) { messagesDelay = delay }

  func perform(_ changes: [StoreChange]) async throws(StoreError) {
    try await pass(delay)
    try await wrapped.perform(changes)
  }

  private func pass(_ delay: Duration) async throws(StoreError) {
    guard delay > .zero else { return }
    do { try await clock.sleep(for: delay) } catch { throw .failed("nobody waits any more") }
  }

  func drafts() async throws(StoreError) -> [StoredDraft] {
    try await pass(readingDelay)
    return try await wrapped.drafts()
  }

  func cachedMessages(in channel: ChannelID, limit: Int) async throws(StoreError) -> [Message] {
    try await pass(messagesDelay)
    return try await wrapped.cachedMessages(in: channel, limit: limit)
  }
}
