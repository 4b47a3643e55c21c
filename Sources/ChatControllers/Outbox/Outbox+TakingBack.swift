import ChatDomain

/// Deletions and pins wait a while before they go, so that they can be taken back.
///
/// The time when an entry may go is a part of it, so it holds after a restart too. Until then the entry delays no other.
extension Outbox {
  /// When a deletion or a pin that is made now may go; nil if it goes at once.
  var endOfTakingBack: Timestamp? {
    configuration.takeBackPeriod > .zero ? clock.now + configuration.takeBackPeriod : nil
  }

  /// The entries that can still be taken back, the latest last.
  var delayed: [OutboxEntry] { queue.delayed.filter { queue.isKept($0.transactionId) }.inOrderOfDecision }

  /// Takes back the latest deletion or pin of a message that has not gone yet.
  func takeBack(_ message: MessageID, in channel: ChannelID) async throws(OutboxError) {
    try await loadFirst()
    let known = queue.entries(about: arrival(of: message)?.id ?? message, in: channel)
    let decided = known.filter { $0.canBeTakenBack && queue.isKept($0.transactionId) }.inOrderOfDecision
    guard let entry = decided.last else {
      throw known.isEmpty ? .unknown : .tooLate
    }
    guard entry.isSend else {
      await writer.write(drop([entry]))
      scheduleRelease()
      return work(in: channel)
    }
    var kept = entry
    kept.notBefore = nil
    kept.deletesOnArrival = false
    kept.deletesHard = false
    kept.message.localState =
      kept.failure != nil ? kept.failedState : isUnderWay(entry) ? kept.activeState : kept.waitingState
    await change(kept)
    scheduleRelease()
    work(in: channel)
  }

  /// Keeps a message that could not be sent and is to be deleted: nothing is tried until it is known whether the
  /// deletion is taken back.
  func holdBack(_ entry: OutboxEntry, mayHaveArrived: Bool, refusedWith refusal: ChatError?) async {
    var held = entry
    held.failure = refusal
    // An attempt that did not get as far as the request leaves nothing to look for.
    if !mayHaveArrived { held.attempts = 0 }
    if let refusal { results.tell(entry.transactionId, .failure(.failed(refusal))) }
    await change(held)
    scheduleRelease()
  }

  /// Waits for the next entry that may go.
  func scheduleRelease() {
    let next = isRunning ? releasable.compactMap(\.notBefore).min() : nil
    releaseTimer.set(next) { [weak self] in self?.releaseDue() }
  }

  private func releaseDue() {
    let now = clock.now
    for entry in releasable where entry.notBefore.map({ $0 <= now }) == true { release(entry) }
    scheduleRelease()
  }

  /// The delayed entries without those behind which a later pin or its removal waits: it decides about them.
  private var releasable: [OutboxEntry] {
    delayed.filter { entry in
      !entry.isPinning
        || !queue.entries(about: entry.message.id, in: entry.channelId).contains {
          $0.isPinning && $0.canBeTakenBack && $0.sequence > entry.sequence
        }
    }
  }

  private func release(_ entry: OutboxEntry) {
    var due = entry
    due.notBefore = nil
    if entry.isSend, !isUnderWay(entry) {
      let mayHaveArrived = entry.attempts > 0 && entry.failure == nil
      _ = Task.immediate { [weak self] in await self?.withdraw(due, mayHaveArrived: mayHaveArrived) }
      return
    }
    // Saved when it is attempted; until then the store has the time, which is over.
    queue.put(due)
    if entry.isPinning { dropRedundant(before: due) }
    post(due)
    work(in: entry.channelId)
  }

  /// Drops the pins and removals of pins that one which cannot be taken back any more makes redundant.
  private func dropRedundant(before due: OutboxEntry) {
    let redundant = queue.entries(about: due.message.id, in: due.channelId).filter {
      $0.isPinning && $0.sequence < due.sequence && !isUnderWay($0)
    }
    for old in redundant { results.move(from: old.transactionId, to: due.transactionId) }
    writer.add(drop(redundant))
  }
}

nonisolated extension [OutboxEntry] {
  /// By the time of the decision, for which an entry waits: a message can have its number long before it is deleted.
  fileprivate var inOrderOfDecision: [OutboxEntry] {
    let never = Timestamp(microseconds: .min)
    return sorted { ($0.notBefore ?? never, $0.sequence) < ($1.notBefore ?? never, $1.sequence) }
  }
}
