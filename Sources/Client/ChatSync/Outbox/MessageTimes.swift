import ChatDomain

/// The time of the last known message of each channel, so that none of the user's later messages appears older.
final class MessageTimes {
  private let store: any LocalStore
  private let clock: any ChatClock
  private(set) var latest: [ChannelID: Timestamp] = [:]
  /// The channels whose last message was read from the store.
  private var readFromStore: Set<ChannelID> = []

  init(store: any LocalStore, clock: any ChatClock) {
    self.store = store
    self.clock = clock
  }

  func record(_ time: Timestamp, in channel: ChannelID) {
    latest[channel] = max(time, latest[channel] ?? time)
  }

  /// A time later than every known message in the channel: a slow clock must not put a message into the past.
  func next(in channel: ChannelID) -> Timestamp {
    let time = latest[channel].map { max(clock.now, $0 + .milliseconds(1)) } ?? clock.now
    record(time, in: channel)
    return time
  }

  /// - Returns: the time of the last message the store knows, if the store was not asked before.
  func readLast(in channel: ChannelID) async -> Timestamp {
    let never = Timestamp(microseconds: .min)
    guard readFromStore.insert(channel).inserted else { return never }
    // try?: a failing store costs at most a place in the order, and is reported when the message is saved.
    guard let last = try? await store.cachedMessages(in: channel, limit: 1).last else { return never }
    record(last.createdAt, in: channel)
    return last.createdAt
  }
}
