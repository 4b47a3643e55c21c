import ChatDomain

/// The requests that entries make of the service, and what became of messages that were withdrawn: those that were looked
/// for in vain may still arrive, and are deleted then.
final class OutboxRequests {
  private let entries: OutboxEntries
  private let service: any ChatService
  private let clock: any ChatClock
  /// Deletions of messages that were looked for and not found: one of them may still arrive.
  private var unconfirmedDeletions = UnconfirmedDeletions(limit: 256)

  init(entries: OutboxEntries, service: any ChatService, clock: any ChatClock) {
    self.entries = entries
    self.service = service
    self.clock = clock
  }

  /// Makes the request of an entry whose files are uploaded.
  func answer(to entry: OutboxEntry) async throws(ChatError) -> Message? {
    let message = entry.message
    switch entry.work {
    case .send(var new):
      new.files = message.files.map(\.id)
      new.mentionsQuotedAuthor = entries.mentionedAuthor(of: new.quoted) != nil
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

  /// Whether a finished entry stays in the store, so that after a restart it looks for its message again.
  func keepsInStore(_ id: TransactionID) -> Bool { unconfirmedDeletions.keeps(id) }

  /// Deletes a message that was withdrawn but arrived after all.
  ///
  /// - Parameter admit: saves and queues the deletion.
  func deleteIfWithdrawn(_ message: Message, admit: @escaping @MainActor (OutboxEntry) async -> Void) {
    guard message.author.id == service.currentUser.id, let sent = message.transactionId else { return }
    for entry in entries.queue.entries(about: MessageID(sent.rawValue), in: message.channelId)
    where entry.isLookup {
      // Even while a lookup is running: the page it requested may be older than the message.
      var found = entry
      found.message = message
      found.message.localState = .deleting
      entries.upsert(found)
      entries.post(found)
      Task { await entries.saveAgain(entry.transactionId) }
    }
    if let unconfirmed = unconfirmedDeletions.remove(sent) {
      let deletion = entries.deletion(of: message, hard: unconfirmed.isHard)
      Task {
        await admit(deletion)
        if let stored = unconfirmed.stored { await entries.writer.write([.deleteOutbox(stored)]) }
      }
    }
  }

  private func delete(_ entry: OutboxEntry, hard: Bool) async throws(ChatError) -> Message? {
    var message = entry.message
    if entry.isLookup {
      if let found = try await lookUp(entry) {
        message = found
      } else if let arrived = entries[entry.transactionId]?.message, arrived.timetoken != nil {
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
      // Already deleted, by an earlier attempt whose answer was lost or by another device.
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
    if let stored = dropped?.stored { entries.writer.add([.deleteOutbox(stored)]) }
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
        if entries.isClosed { throw .cancelled }
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

/// The latest messages that were withdrawn, looked for and not found: each may still arrive.
nonisolated struct UnconfirmedDeletions {
  struct Deletion: Equatable {
    /// The entry that looked for the message and stays in the store, so that after a restart it looks again.
    let stored: TransactionID?
    let isHard: Bool
  }

  private var deletions: [TransactionID: Deletion] = [:]
  private var order: [TransactionID] = []
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  /// - Parameter sent: the transaction of the message.
  /// - Returns: a deletion that is not waited for any longer, to make room.
  mutating func insert(_ deletion: Deletion, of sent: TransactionID) -> Deletion? {
    let former = deletions.updateValue(deletion, forKey: sent)
    if former == nil { order.append(sent) }
    guard order.count > limit else { return former == deletion ? nil : former }
    return deletions.removeValue(forKey: order.removeFirst())
  }

  /// Whether a finished entry has to stay in the store.
  func keeps(_ lookup: TransactionID) -> Bool { deletions.values.contains { $0.stored == lookup } }

  /// - Returns: nil if the message was not withdrawn.
  mutating func remove(_ sent: TransactionID) -> Deletion? {
    guard let found = deletions.removeValue(forKey: sent) else { return nil }
    order.removeAll { $0 == sent }
    return found
  }
}
