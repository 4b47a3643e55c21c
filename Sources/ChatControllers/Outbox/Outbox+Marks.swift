import ChatDomain
import DraftEngine

/// Marks on messages: pins and reactions.
extension Outbox {
  /// Pins a message; undone if the service refuses.
  func pin(_ message: Message, _ pinning: Pinning) async throws(OutboxError) -> TransactionID {
    var shown = message
    shown.pin = Pin(by: service.currentUser.id, at: clock.now, expiresAt: pinning.expiresAt)
    return try await setPin(of: shown, .pin(pinning))
  }

  /// Unpins a message; undone if the service refuses.
  func unpin(_ message: Message) async throws(OutboxError) -> TransactionID {
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
    let known = queue.entries(about: shown.id, in: shown.channelId).filter { !$0.isAccepted }
    if known.contains(where: \.isDeleting) { throw .isBeingDeleted }
    if let send = known.first(where: \.isSend), !isUnderWay(send), send.attempts == 0 || send.failure != nil {
      var changed = send
      changed.message.pin = shown.pin
      if case .send(var new) = send.work {
        if case .pin(let pinning) = work { new.pinning = pinning } else { new.pinning = nil }
        changed.work = .send(new)
      }
      await change(changed)
      return changed.transactionId
    }
    let entry = OutboxEntry(
      sequence: queue.nextSequence(), transactionId: transactionIds.next(), work: work, message: shown,
      notBefore: endOfTakingBack)
    // As long as it can be taken back, what it makes redundant stays: it would hold again.
    let superseded = entry.notBefore == nil ? known.filter { $0.isPinning && !isUnderWay($0) } : []
    for old in superseded { results.move(from: old.transactionId, to: entry.transactionId) }
    await admit(entry, inPlaceOf: superseded)
    return entry.transactionId
  }

  /// Adds or removes a reaction; undone if the service refuses. Of several waiting changes only the last is sent.
  func setReaction(
    _ name: String, _ isOn: Bool, on wanted: Message
  ) async throws(OutboxError) -> TransactionID {
    try await loadFirst()
    var message = resolved(wanted)
    if message.isDeleted { throw .failed(.refused(.messageDeleted)) }
    if name.isBlank { throw .failed(.refused(.invalid("an empty reaction"))) }
    let known = queue.entries(about: message.id, in: message.channelId).filter { !$0.isAccepted }
    if known.contains(where: \.isDeleting) { throw .isBeingDeleted }
    // Only the author can see a message that was refused.
    if let failure = known.first(where: \.isSend)?.failure { throw .failed(failure) }
    message.localState = nil
    let id = transactionIds.next()
    let change = ReactionChange(
      transactionId: id, channelId: message.channelId, messageId: message.id, name: name, isOn: isOn,
      user: service.currentUser.id)
    let entry = OutboxEntry(
      sequence: queue.nextSequence(), transactionId: id, work: .react(change), message: message)
    let superseded = known.filter { $0.reaction == name && !isUnderWay($0) }
    for old in superseded { results.move(from: old.transactionId, to: id) }
    await admit(entry, inPlaceOf: superseded)
    return id
  }
}
