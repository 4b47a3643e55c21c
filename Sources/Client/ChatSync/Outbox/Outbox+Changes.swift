package import ChatDomain
package import DraftEngine

/// What a user does to a message, whether the service has it yet or not.
extension Outbox {
  /// Changes the text and files of a message.
  ///
  /// A message that is waiting or was refused is changed in place and then sent. While it is being sent, the edit is queued
  /// behind it instead of being refused. An edit is queued behind an earlier edit in the same way; of several waiting edits only
  /// the last is sent.
  ///
  /// - Parameters:
  ///   - isEncrypted: whether the text was written to be sent encrypted. Otherwise the edit of a message that failed because
  ///     the channel is not encrypted sends it unencrypted.
  ///   - changes: called at the moment when the edit is saved; its result is saved in the same batch.
  /// - Returns: the transaction whose result is the message with this text.
  package func edit(
    _ message: Message, elements: [MessageElement], files: [FileAttachment]? = nil,
    inputFiles: [InputFile] = [], isEncrypted: Bool = false, with changes: () -> [StoreChange] = { [] }
  ) async throws(OutboxError) -> TransactionID {
    try await loadFirst()
    let message = resolved(message)
    let known = entries.unfinished(about: message)
    var wanted = message
    wanted.elements = elements
    wanted.files = files ?? known.last { $0.isSend || $0.isEdit }?.message.files ?? message.files
    if let refusal = rules.refusal(ofEditing: wanted, with: inputFiles) { throw .failed(.refused(refusal)) }
    if known.contains(where: \.isDeleting) {
      throw .isBeingDeleted
    }
    let superseded = known.filter { ($0.isEdit && !worker.isUnderWay($0)) || $0.isDelete }
    // Files that are not uploaded yet stay: no caller can name them as attachments.
    let entry = entries.edit(
      of: wanted, inputFiles: superseded.flatMap(\.inputFiles) + inputFiles,
      at: superseded.first(where: \.isEdit)?.sequence)
    guard let send = known.first(where: \.isSend), !worker.isUnderWay(send) else {
      moveWaiters(of: superseded, to: entry.transactionId)
      await worker.admit(entry, inPlaceOf: superseded, with: changes())
      return entry.transactionId
    }
    moveWaiters(of: superseded, to: send.transactionId)
    var changed = send.waiting()
    changed.applyEdit(entry)
    // The user has read why it failed.
    if send.failure == .refused(.unencryptedChannel), !isEncrypted { changed.allowUnencrypted() }
    await entries.change(changed, with: entries.drop(superseded) + changes())
    worker.retryNow(in: message.channelId)
    return changed.transactionId
  }

  /// Deletes a message.
  ///
  /// A message that is waiting or was refused is withdrawn and never sent; while it is being sent, it is deleted as
  /// soon as it has arrived. Any other message is deleted at the service. All of that waits for the end of
  /// `takeBackPeriod`.
  ///
  /// - Returns: the transaction of the deletion, or that of the message if it is withdrawn.
  @discardableResult
  package func delete(_ message: Message, hard: Bool) async throws(OutboxError) -> TransactionID {
    try await loadFirst()
    let message = resolved(message)
    let known = entries.unfinished(about: message)
    if let send = known.first(where: \.isSend) {
      await delete(sending: send, hard: hard)
      return send.transactionId
    }
    if let deletion = known.first(where: \.isDelete) {
      if deletion.failure != nil { try await resend(deletion.transactionId) }
      return deletion.transactionId
    }
    if message.isDeleted, !hard { throw .failed(.refused(.messageDeleted)) }
    var entry = entries.deletion(of: message, hard: hard)
    entry.notBefore = takeBackDeadline
    // Waiting entries are dropped only if the deletion cannot be taken back any more.
    await worker.admit(
      entry, inPlaceOf: entry.notBefore == nil ? known.filter { !worker.isUnderWay($0) } : [])
    return entry.transactionId
  }

  private func delete(sending send: OutboxEntry, hard: Bool) async {
    var marked = send
    marked.deletesHard = send.deletesHard || hard
    marked.notBefore = send.notBefore ?? takeBackDeadline
    guard worker.isUnderWay(send) || marked.notBefore != nil else {
      // After an attempt without an answer, it is unknown whether the service has the message.
      return await entries.withdraw(marked, mayHaveArrived: send.attempts > 0 && send.failure == nil)
    }
    marked.deletesOnArrival = true
    marked.message.localState = .deleting
    await entries.change(marked)
    worker.giveUpUpload(for: marked.transactionId)
    worker.scheduleTakeBackTimer()
  }

  /// Pins a message; undone if the service refuses.
  package func pin(_ message: Message, _ pinning: Pinning) async throws(OutboxError) -> TransactionID {
    try rules.require(pinning.needs)
    var shown = message
    shown.pin = Pin(by: tools.service.currentUser.id, at: tools.clock.now, expiresAt: pinning.expiresAt)
    return try await setPin(of: shown, .pin(pinning))
  }

  /// Unpins a message; undone if the service refuses.
  package func unpin(_ message: Message) async throws(OutboxError) -> TransactionID {
    try rules.require([.pinsMessages])
    var shown = message
    shown.pin = nil
    return try await setPin(of: shown, .unpin)
  }

  private func setPin(
    of wanted: Message, _ work: OutboxEntry.Work
  ) async throws(OutboxError) -> TransactionID {
    try await loadFirst()
    var shown = resolved(wanted)
    shown.pin = wanted.pin
    shown.localState = nil
    if shown.isDeleted { throw .failed(.refused(.messageDeleted)) }
    let known = entries.unfinished(about: shown)
    if known.contains(where: \.isDeleting) { throw .isBeingDeleted }
    if let send = known.first(where: \.isSend), !worker.isUnderWay(send),
      send.attempts == 0 || send.failure != nil
    {
      var changed = send
      changed.message.pin = shown.pin
      if case .send(var new) = send.work {
        if case .pin(let pinning) = work { new.pinning = pinning } else { new.pinning = nil }
        changed.work = .send(new)
      }
      await entries.change(changed)
      return changed.transactionId
    }
    let entry = entries.makeEntry(work, of: shown, notBefore: takeBackDeadline)
    // The entries that it makes redundant are kept while it can be taken back: taking it back puts them into effect again.
    let superseded =
      entry.notBefore == nil ? known.filter { $0.isPinning && !worker.isUnderWay($0) } : []
    moveWaiters(of: superseded, to: entry.transactionId)
    await worker.admit(entry, inPlaceOf: superseded)
    return entry.transactionId
  }

  /// Adds or removes a reaction; undone if the service refuses. Of several waiting changes only the last is sent.
  package func setReaction(
    _ name: String, _ isOn: Bool, on wanted: Message
  ) async throws(OutboxError) -> TransactionID {
    try rules.require([.takesReactions])
    try await loadFirst()
    var message = resolved(wanted)
    if message.isDeleted { throw .failed(.refused(.messageDeleted)) }
    if name.isBlank { throw .failed(.refused(.invalid("an empty reaction"))) }
    let known = entries.unfinished(about: message)
    if known.contains(where: \.isDeleting) { throw .isBeingDeleted }
    // Only the author can see a message that was refused.
    if let failure = known.first(where: \.isSend)?.failure { throw .failed(failure) }
    message.localState = nil
    let id = entries.nextTransactionId()
    let change = ReactionChange(
      transactionId: id, channelId: message.channelId, messageId: message.id, name: name, isOn: isOn,
      user: tools.service.currentUser.id)
    let entry = entries.makeEntry(.react(change), of: message, as: id)
    let superseded = known.filter { $0.reaction == name && !worker.isUnderWay($0) }
    moveWaiters(of: superseded, to: id)
    await worker.admit(entry, inPlaceOf: superseded)
    return id
  }

  /// Makes the callers that wait for redundant entries wait for the entry that replaces them.
  private func moveWaiters(of superseded: [OutboxEntry], to id: TransactionID) {
    for old in superseded { entries.results.move(from: old.transactionId, to: id) }
  }

  // MARK: Failed and withdrawn changes

  /// Retries what was refused, at its original position.
  package func resend(_ message: MessageID, in channel: ChannelID) async throws(OutboxError) {
    try await loadFirst()
    let known = queue.entries(about: message, in: prospects.resolved(channel))
    guard let failed = known.first(where: { $0.failure != nil }) else {
      throw known.isEmpty ? .unknown : .notFailed
    }
    try await resend(failed.transactionId)
  }

  func resend(_ id: TransactionID) async throws(OutboxError) {
    guard let entry = queue[id] else { throw .unknown }
    guard entry.failure != nil else { throw .notFailed }
    await entries.change(entry.waiting())
    // A user's retry does not wait for the end of a pause.
    worker.retryNow(in: entry.channelId)
  }

  /// Discards refused changes: a message is withdrawn, an edit or a deletion is no longer shown. The text is added to the
  /// history now, because the entry from when it left the composer may have expired.
  package func discard(_ message: MessageID, in channel: ChannelID) async throws(OutboxError) {
    try await loadFirst()
    let channel = prospects.resolved(channel)
    let known = queue.entries(about: message, in: channel)
    let failed = known.filter { $0.failure != nil }
    guard !failed.isEmpty else { throw known.isEmpty ? .unknown : .notFailed }
    await entries.writer.write(
      entries.drop(failed) + entries.refuseReplies(to: failed) + addToHistory(failed))
    // Entries that waited for the end of a deletion can continue.
    worker.startWork(in: channel)
  }

  /// Takes back the latest deletion, pin or unpin of a message that has not been requested yet.
  package func takeBack(_ message: MessageID, in channel: ChannelID) async throws(OutboxError) {
    try await loadFirst()
    let channel = prospects.resolved(channel)
    let known = queue.entries(about: arrival(of: message)?.id ?? message, in: channel)
    let decided = known.filter { $0.canBeTakenBack && queue.isSaved($0.transactionId) }.inOrderOfDecision
    guard let entry = decided.last else {
      throw known.isEmpty ? .unknown : .tooLate
    }
    guard entry.isSend else {
      await entries.writer.write(entries.drop([entry]))
      worker.scheduleTakeBackTimer()
      return worker.startWork(in: channel)
    }
    var kept = entry
    kept.notBefore = nil
    kept.deletesOnArrival = false
    kept.deletesHard = false
    kept.message.localState =
      kept.failure != nil
      ? kept.failedState : worker.isUnderWay(entry) ? kept.activeState : kept.waitingState
    await entries.change(kept)
    worker.scheduleTakeBackTimer()
    worker.startWork(in: channel)
  }
}
