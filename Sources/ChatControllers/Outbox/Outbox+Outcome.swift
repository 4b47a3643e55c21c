import ChatDomain
import DraftEngine

extension Outbox {
  /// Handles the service's success.
  ///
  /// - Returns: whether to go on with the next entry.
  func finish(_ id: TransactionID, _ answer: Message?) async -> Bool {
    guard let entry = queue[id] else { return true }
    // The message's event came before the answer.
    if entry.isAccepted { return await tellMentioned(entry) }
    var answer = answer
    answer?.localState = nil
    if let answer { note(answer.createdAt, in: entry.channelId) }
    if entry.isSend, let answer { return await finishSend(entry, answer) }
    queue.remove(id)
    // Changes that were refused, and waited for the user, are gone with the message.
    let gone = entry.isDelete ? drop(queue.entries(about: entry.message.id, in: entry.channelId)) : []
    if !entry.isLookup { post(.done(answer), of: entry) }
    results.end(id, .success(answer))
    await writer.write(unconfirmedDeletions.keeps(id) ? gone : gone + [.deleteOutbox(id)])
    return true
  }

  /// Handles a failed attempt.
  ///
  /// - Returns: whether to go on with the next entry; false if the service is unreachable.
  func fail(_ id: TransactionID, _ error: ChatError) async -> Bool {
    guard let entry = queue[id] else { return true }
    // The message's event has shown that it arrived.
    if entry.isAccepted { return error == .cancelled || !error.canSucceedLater }
    let hasAsked = lanes[entry.channelId]?.hasAsked == true
    // Listeners may act on the failure at once, while it is still being saved.
    lanes[entry.channelId]?.current = nil
    let isOver = !error.canSucceedLater && error != .cancelled
    if entry.isSend, entry.deletesOnArrival {
      let mayHaveArrived = !isOver && (entry.attempts > 1 || hasAsked)
      if entry.notBefore != nil {
        await holdBack(entry, mayHaveArrived: mayHaveArrived, refusedWith: isOver ? error : nil)
        return isOver || !mayHaveArrived
      }
      await withdraw(entry, mayHaveArrived: mayHaveArrived)
      return isOver || !mayHaveArrived
    }
    guard isOver else {
      await change(entry.waiting())
      return false
    }
    var failed = entry
    failed.failure = error
    failed.message.localState = entry.failedState
    await giveUp(failed, error)
    return true
  }

  /// Gives up after a refusal: a pin or a reaction is undone, anything else waits for the user, with its reason.
  private func giveUp(_ failed: OutboxEntry, _ error: ChatError) async {
    var failed = failed
    var changes: [StoreChange] = []
    // Edits that waited for the message to arrive are applied to the message that did not.
    for later in queue.entries(about: failed.message.id, in: failed.channelId)
    where failed.isSend && !later.isSend {
      if later.isEdit { failed.take(later) }
      queue.remove(later.transactionId)
      changes.append(.deleteOutbox(later.transactionId))
      post(.withdrawn, of: later)
      results.end(later.transactionId, .failure(.failed(error)))
    }
    if failed.isPinning || failed.reaction != nil {
      post(.waiting(failed), of: failed)
      queue.remove(failed.transactionId)
      post(.withdrawn, of: failed)
      results.end(failed.transactionId, .failure(.failed(error)))
      changes.append(.deleteOutbox(failed.transactionId))
    } else {
      queue.put(failed)
      post(.waiting(failed), of: failed)
      results.tell(failed.transactionId, .failure(.failed(error)))
      changes.append(.saveOutbox(failed))
    }
    await writer.write(changes)
  }

  private func finishSend(_ entry: OutboxEntry, _ answer: Message) async -> Bool {
    await writer.write(accept(entry, answer))
    guard let accepted = queue[entry.transactionId] else { return true }
    return await tellMentioned(accepted)
  }

  /// Handles a message that the service has.
  ///
  /// - Returns: the changes to save.
  func accept(_ entry: OutboxEntry, _ answer: Message) -> [StoreChange] {
    var changes: [StoreChange] = []
    let local = entry.message.id
    var moved: [TransactionID] = []
    let concerned =
      queue.entries(about: local, in: entry.channelId)
      + queue.entries(naming: local, in: entry.channelId)
    for later in concerned.sorted(by: { $0.sequence < $1.sequence })
    where later.transactionId != entry.transactionId {
      guard let readdressed = later.readdressed(from: local, to: answer) else { continue }
      queue.put(readdressed)
      moved.append(later.transactionId)
      changes.append(.saveOutbox(readdressed))
    }
    queue.remove(entry.transactionId)
    changes.append(.deleteOutbox(entry.transactionId))
    for followUp in followUps(of: entry, answer) {
      queue.put(followUp)
      if !followUp.isAccepted { moved.append(followUp.transactionId) }
      changes.append(.saveOutbox(followUp))
    }
    post(.done(answer), of: entry)
    results.end(entry.transactionId, .success(answer))
    for id in moved {
      if let entry = queue[id] { post(entry) }
    }
    scheduleRelease()
    return changes
  }

  /// What is left to do about a message that the service has, in its order. With a deletion that can still be taken back
  /// everything else waits: it is done if the message stays.
  private func followUps(of entry: OutboxEntry, _ answer: Message) -> [OutboxEntry] {
    var deletion: OutboxEntry?
    if entry.deletesOnArrival {
      deletion = self.deletion(of: answer, hard: entry.deletesHard, at: entry.sequence)
      deletion?.notBefore = entry.notBefore
    }
    var others: [OutboxEntry] = []
    if deletion == nil || entry.notBefore != nil {
      if answer.mentionedUsers.contains(where: { $0 != service.currentUser.id }) {
        others.append(entry.accepted(as: answer))
      }
      if entry.hasOtherWords(than: answer, isUnderWay: isUnderWay(entry)) {
        others.append(correction(of: answer, to: entry))
      }
      for index in others.indices { others[index].notBefore = entry.notBefore }
    }
    return others + [deletion].compactMap(\.self)
  }

  /// Notifies all mentioned users, each once and not the author. The message itself does not depend on it.
  func tellMentioned(_ accepted: OutboxEntry) async -> Bool {
    if accepted.isHeldBack { return true }
    let message = accepted.message
    for user in message.mentionedUsers where user != service.currentUser.id {
      if isClosed { return false }
      do {
        try await service.sendMention(
          MentionEvent(
            channelId: message.channelId, parentId: message.parentId, messageId: message.id,
            mentioned: user, by: service.currentUser.id))
      } catch {
        lanes[accepted.channelId]?.obstacle = error
        if error.canSucceedLater || error == .cancelled { return false }
        // Refused: the user no longer exists or is not in the channel. The others are still notified.
      }
    }
    queue.remove(accepted.transactionId)
    await writer.write([.deleteOutbox(accepted.transactionId)])
    return true
  }
}
