import ChatDomain

/// The state of one channel: one entry in progress, or a pause before the next attempt.
struct ChannelSendState {
  /// The task that works through the entries; nil if there is nothing to do or during a pause.
  var task: Task<Void, Never>?
  /// Ends the pause.
  var timer: Task<Void, Never>?
  var pause: RetryPause
  /// The error of the last attempt, if it failed.
  var obstacle: ChatError?
  /// The end of the wait that the service asked for; nothing shortens it.
  var notBefore: Timestamp?
  /// Whether the user has to sign in again before there is an attempt.
  var isSignedOut = false
  /// The entry that is being attempted.
  var current: TransactionID?
  /// Whether the request that would make the current entry's message visible to others has been sent.
  var requestWasSent = false
  /// Whether something happened since the current entry's turn began that makes the next pause pointless.
  var skipsNextPause = false
}

/// The time of the last known message of each channel, so that none of the user's later messages appears older.
final class MessageTimes {
  private let tools: SyncTools
  private(set) var latest: [ChannelID: Timestamp] = [:]
  /// The channels whose last message was read from the store.
  private var readFromStore: Set<ChannelID> = []

  init(_ tools: SyncTools) { self.tools = tools }

  func record(_ time: Timestamp, in channel: ChannelID) {
    latest[channel] = max(time, latest[channel] ?? time)
  }

  /// A time later than every known message in the channel: a slow clock must not put a message into the past.
  func next(in channel: ChannelID) -> Timestamp {
    let time = latest[channel].map { max(tools.clock.now, $0 + .milliseconds(1)) } ?? tools.clock.now
    record(time, in: channel)
    return time
  }

  /// - Returns: the time of the last message in the store; the earliest possible time if the store was read before, or has none.
  func readLast(in channel: ChannelID) async -> Timestamp {
    let never = Timestamp(microseconds: .min)
    guard readFromStore.insert(channel).inserted else { return never }
    // try?: a failing store costs at most a place in the order, and is reported when the message is saved.
    guard let last = try? await tools.store.cachedMessages(in: channel, limit: 1).last else { return never }
    record(last.createdAt, in: channel)
    return last.createdAt
  }
}

/// Releases deletions and pins as soon as they can no longer be taken back.
///
/// The end of the wait is stored in the entry, so it survives a restart. A waiting entry does not delay others.
final class TakeBackTimer {
  weak var worker: OutboxWorker?
  private let entries: OutboxEntries
  private let clock: any ChatClock
  private let timer: ExpiryTimer

  init(entries: OutboxEntries, clock: any ChatClock) {
    self.entries = entries
    self.clock = clock
    timer = ExpiryTimer(clock: clock)
  }

  /// Sets the timer for the next entry to release.
  func schedule() {
    let next = worker?.isRunning == true ? entries.queue.releasable.compactMap(\.notBefore).min() : nil
    timer.set(next) { [weak self] in self?.releaseDue() }
  }

  private func releaseDue() {
    let now = clock.now
    for entry in entries.queue.releasable where entry.notBefore.map({ $0 <= now }) == true { release(entry) }
    schedule()
  }

  private func release(_ entry: OutboxEntry) {
    guard let worker else { return }
    var due = entry
    due.notBefore = nil
    if entry.isSend, !worker.isUnderWay(entry) {
      let mayHaveArrived = entry.attempts > 0 && entry.failure == nil
      _ = Task.immediate { [weak entries] in
        await entries?.withdraw(due, mayHaveArrived: mayHaveArrived)
      }
      return
    }
    // Saved when it is attempted; until then the store has the time, which is over.
    entries.upsert(due)
    if entry.isPinning { dropRedundant(before: due, isUnderWay: worker.isUnderWay) }
    entries.post(due)
    worker.startWork(in: entry.channelId)
  }

  /// Drops the earlier pins and unpins that one makes redundant, once that one cannot be taken back any more.
  private func dropRedundant(before due: OutboxEntry, isUnderWay: (OutboxEntry) -> Bool) {
    let redundant = entries.queue.entries(about: due.message.id, in: due.channelId).filter {
      $0.isPinning && $0.sequence < due.sequence && !isUnderWay($0)
    }
    for old in redundant { entries.results.move(from: old.transactionId, to: due.transactionId) }
    entries.writer.add(entries.drop(redundant))
  }
}
