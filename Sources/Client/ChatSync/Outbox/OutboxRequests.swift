import ChatDomain

/// Makes the requests of entries, and deletes withdrawn messages that arrive after all, even if a lookup has not found them.
final class OutboxRequests {
  private let tools: SyncTools
  private let entries: OutboxEntries
  /// Deletions of messages that were looked for and not found: one of them may still arrive.
  private var unconfirmedDeletions = RecentValues<TransactionID, UnconfirmedDeletion>(limit: 128)

  init(_ tools: SyncTools, entries: OutboxEntries) {
    self.tools = tools
    self.entries = entries
  }

  /// Makes the request of an entry whose files are uploaded.
  func answer(to entry: OutboxEntry) async throws(ChatError) -> Message? {
    let message = entry.message
    switch entry.work {
    case .send(var new):
      new.files = message.files.map(\.id)
      new.mentionsQuotedAuthor = entries.mentionedAuthor(of: new.quoted) != nil
      return try await tools.service.send(new)
    case .edit(var edit):
      edit.files = message.files.map(\.id)
      return try await tools.service.edit(edit)
    case .delete(let hard):
      return try await delete(entry, hard: hard)
    case .pin(let pinning):
      return try await tools.service.pin(message.id, in: message.channelId, pinning)
    case .unpin:
      return try await tools.service.unpin(message.id, in: message.channelId)
    case .react(let change):
      return try await tools.service.setReaction(change)
    }
  }

  /// Whether a finished entry stays in the store, so that after a restart it looks for its message again.
  func keepsInStore(_ id: TransactionID) -> Bool {
    unconfirmedDeletions.values.values.contains { $0.stored == id }
  }

  /// Deletes a message that was withdrawn but arrived after all.
  ///
  /// - Parameter admit: saves and queues the deletion.
  func deleteIfWithdrawn(_ message: Message, admit: @escaping @MainActor (OutboxEntry) async -> Void) {
    guard message.author.id == tools.service.currentUser.id, let sent = message.transactionId else { return }
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
      try await tools.service.delete(message.id, in: message.channelId, hard: hard)
    } catch .refused(.notFound), .refused(.messageDeleted) {
      // Already deleted, by an earlier attempt whose answer was lost or by another device.
    }
    message.localState = nil
    return hard ? nil : message.deleted(at: message.deletedAt ?? tools.clock.now)
  }

  /// Records that a withdrawn message that was not found is deleted if it arrives after all: its request may still be in flight.
  private func waitForArrival(of lookup: OutboxEntry, hard: Bool) {
    guard let sent = lookup.message.transactionId else { return }
    let isRecent = lookup.message.deletedAt.map { tools.clock.now - $0 < Self.longestDelivery } ?? false
    let stored = isRecent ? lookup.transactionId : nil
    let former = unconfirmedDeletions[sent]?.stored
    let dropped = unconfirmedDeletions.set(UnconfirmedDeletion(stored: stored, isHard: hard), for: sent)
    for old in dropped.map(\.stored) + [former] where old != stored {
      if let old { entries.writer.add([.deleteOutbox(old)]) }
    }
  }

  /// How long a request may be on its way before it is taken for lost.
  private static let longestDelivery = Duration.seconds(3600)

  /// Looks for a message that may or may not have arrived.
  private func lookUp(_ entry: OutboxEntry) async throws(ChatError) -> Message? {
    var query = MessageQuery(
      channelId: entry.channelId, parentId: entry.message.parentId, position: .newest, limit: 100)
    // The message cannot be older than its creation here, but this device's clock can be fast.
    let earliest = entry.message.createdAt + .seconds(-3600)
    do throws(ChatError) {
      while true {
        let page = try await tools.service.messages(query)
        if entries.isClosed { throw .cancelled }
        let found = page.elements.last { message in
          message.transactionId == entry.message.transactionId
            && message.author.id == tools.service.currentUser.id
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

/// The deletion of a message that was withdrawn, looked for and not found.
nonisolated struct UnconfirmedDeletion {
  /// The entry that looked for the message and stays in the store, so that after a restart it looks again.
  let stored: TransactionID?
  let isHard: Bool
}
