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
  var delayed: [OutboxEntry] { queue.delayed.filter { queue.isKept($0.transactionId) } }

  /// Takes back the latest deletion or pin of a message that has not gone yet.
  func takeBack(_ message: MessageID, in channel: ChannelID) async throws(OutboxError) {
    try await loadFirst()
    let known = queue.entries(about: arrival(of: message)?.id ?? message, in: channel)
    guard let entry = known.last(where: { $0.notBefore != nil && queue.isKept($0.transactionId) }) else {
      throw known.isEmpty ? .unknown : .tooLate
    }
    guard entry.isSend else {
      await writer.write(drop([entry]))
      return scheduleRelease()
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
    let next = isRunning ? delayed.compactMap(\.notBefore).min() : nil
    releaseTimer.set(next) { [weak self] in self?.releaseDue() }
  }

  private func releaseDue() {
    let now = clock.now
    for entry in delayed where entry.notBefore.map({ $0 <= now }) == true { release(entry) }
    scheduleRelease()
  }

  private func release(_ entry: OutboxEntry) {
    var due = entry
    due.notBefore = nil
    if entry.isSend, !isUnderWay(entry) {
      let mayHaveArrived = entry.attempts > 0 && entry.failure == nil
      _ = Task.immediate { [weak self] in await self?.takeBack(due, mayHaveArrived: mayHaveArrived) }
      return
    }
    // Saved when it is attempted; until then the store has the time, which is over.
    queue.put(due)
    post(due)
    work(in: entry.channelId)
  }
}
