import ChatDomain

/// Releases deletions and pins as soon as they can no longer be taken back.
///
/// The time when an entry may go is a part of it, so it holds after a restart too. Until then the entry delays no other.
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

  /// Waits for the next entry that may go.
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

  /// Drops the pins and removals of pins that one which cannot be taken back any more makes redundant.
  private func dropRedundant(before due: OutboxEntry, isUnderWay: (OutboxEntry) -> Bool) {
    let redundant = entries.queue.entries(about: due.message.id, in: due.channelId).filter {
      $0.isPinning && $0.sequence < due.sequence && !isUnderWay($0)
    }
    for old in redundant { entries.results.move(from: old.transactionId, to: due.transactionId) }
    entries.writer.add(entries.drop(redundant))
  }
}
