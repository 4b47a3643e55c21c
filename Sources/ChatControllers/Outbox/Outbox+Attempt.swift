import ChatDomain

extension Outbox {
  /// Attempts one entry.
  ///
  /// - Returns: whether to go on with the next entry; false if the service is unreachable.
  func attempt(_ waiting: OutboxEntry) async -> Bool {
    if waiting.isAccepted { return await tellMentioned(waiting) }
    var entry = waiting
    entry.attempts += 1
    entry.message.localState = entry.activeState
    await change(entry)
    do {
      let answer = try await ask(entry.transactionId)
      return await finish(entry.transactionId, answer)
    } catch {
      lanes[entry.channelId]?.obstacle = error
      return await fail(entry.transactionId, error)
    }
  }

  private func ask(_ id: TransactionID) async throws(ChatError) -> Message? {
    try await uploadFiles(of: id)
    guard let entry = queue[id], !entry.isAccepted else { throw .cancelled }
    if entry.isSend, entry.deletesOnArrival { throw .cancelled }
    lanes[entry.channelId]?.hasAsked = true
    let message = entry.message
    switch entry.work {
    case .send(var new):
      new.files = message.files.map(\.id)
      return try await service.send(new)
    case .edit(var edit):
      edit.files = message.files.map(\.id)
      return try await service.edit(edit)
    case .delete(let hard):
      return try await delete(entry, hard: hard)
    case .pin(let pinning):
      return try await service.pin(message.id, in: message.channelId, pinning)
    case .unpin:
      return try await service.unpin(message.id, in: message.channelId)
    case .react(let change):
      return try await service.setReaction(change)
    }
  }

  private func delete(_ entry: OutboxEntry, hard: Bool) async throws(ChatError) -> Message? {
    var message = entry.message
    if entry.isLookup {
      if let found = try await lookUp(entry) {
        message = found
      } else if let arrived = queue[entry.transactionId]?.message, arrived.timetoken != nil {
        // It arrived while the pages were being read.
        message = arrived
      } else {
        waitForArrival(of: entry, hard: hard)
        return nil
      }
    }
    do {
      try await service.delete(message.id, in: message.channelId, hard: hard)
    } catch .refused(.notFound), .refused(.messageDeleted) {
      // It is already gone, as intended: deleted by an earlier attempt whose answer was lost, or by another device.
    }
    message.localState = nil
    return hard ? nil : message.deleted(at: message.deletedAt ?? clock.now)
  }

  /// Has a withdrawn message that was not found deleted when it arrives after all: its request may still be on its way.
  private func waitForArrival(of lookup: OutboxEntry, hard: Bool) {
    guard let sent = lookup.message.transactionId else { return }
    let isRecent = lookup.message.deletedAt.map { clock.now - $0 < Self.longestDelivery } ?? false
    let deletion = UnconfirmedDeletions.Deletion(stored: isRecent ? lookup.transactionId : nil, isHard: hard)
    let dropped = unconfirmedDeletions.insert(deletion, of: sent)
    if let stored = dropped?.stored { writer.add([.deleteOutbox(stored)]) }
  }

  /// How long a request may be on its way before it is taken for lost.
  private static let longestDelivery = Duration.seconds(3600)

  /// Looks for a message that may or may not have arrived.
  private func lookUp(_ entry: OutboxEntry) async throws(ChatError) -> Message? {
    var query = MessageQuery(
      channelId: entry.channelId, parentId: entry.message.parentId, position: .newest, limit: 100)
    // It cannot be older than its creation here, but this device's clock can be a few minutes fast.
    let earliest = entry.message.createdAt + .seconds(-3600)
    do throws(ChatError) {
      while true {
        let page = try await service.messages(query)
        if isClosed { throw .cancelled }
        let found = page.elements.last { message in
          message.transactionId == entry.message.transactionId && message.author.id == service.currentUser.id
        }
        guard found == nil, let previous = page.previous, let oldest = page.elements.first,
          oldest.createdAt >= earliest
        else { return found }
        query.position = .before(previous)
      }
    } catch .refused {
      // If the channel or thread is gone, so are the user's messages in it.
      return nil
    }
  }
}
