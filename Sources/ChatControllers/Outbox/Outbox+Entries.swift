import ChatDomain
import DraftEngine

extension Outbox {
  /// Puts an entry in its place, announces it and saves it.
  func change(_ entry: OutboxEntry, with changes: [StoreChange] = []) async {
    queue.put(entry)
    post(entry)
    await writer.write(changes + [.saveOutbox(entry)])
  }

  func post(_ entry: OutboxEntry) {
    // A lookup is hidden: it is unknown whether the message exists.
    if !entry.isLookup { post(.waiting(entry), of: entry) }
  }

  func post(_ outcome: OutboxChange.Outcome, of entry: OutboxEntry) {
    board.post(
      .outbox(
        OutboxChange(
          transactionId: entry.transactionId, messageId: entry.message.id, channelId: entry.channelId,
          parentId: entry.message.parentId, outcome: outcome)))
  }

  /// Creates the entry that deletes a message of the service.
  func deletion(of message: Message, hard: Bool, at sequence: Int? = nil) -> OutboxEntry {
    var shown = message
    shown.localState = .deleting
    return OutboxEntry(
      sequence: sequence ?? queue.nextSequence(), transactionId: transactionIds.next(),
      work: .delete(hard: hard), message: shown)
  }

  /// Creates the entry that changes the text and files of a message of the service.
  func edit(of message: Message, inputFiles: [InputFile], at sequence: Int? = nil) -> OutboxEntry {
    let id = transactionIds.next()
    var shown = message
    shown.localState = .pendingSync
    let edit = MessageEdit(
      transactionId: id, channelId: message.channelId, messageId: message.id,
      markup: MessageMarkup.render(message.elements), files: message.files.map(\.id))
    return OutboxEntry(
      sequence: sequence ?? queue.nextSequence(), transactionId: id, work: .edit(edit), message: shown,
      inputFiles: inputFiles)
  }

  /// Creates an edit if the service has the message from an earlier attempt, whose answer was lost, and the message was
  /// edited here since.
  func correction(of answer: Message, to entry: OutboxEntry) -> OutboxEntry {
    var message = answer
    message.elements = entry.message.elements
    message.files = entry.message.files
    return edit(of: message, inputFiles: [], at: entry.sequence)
  }

  /// Withdraws a message. If the service may have received it, it is looked up and deleted; otherwise nothing remains.
  func withdraw(_ entry: OutboxEntry, mayHaveArrived: Bool) async {
    var changes = drop(queue.entries(about: entry.message.id, in: entry.channelId))
    changes += refuseReplies(to: [entry])
    if mayHaveArrived { changes.append(.saveOutbox(addLookup(for: entry))) }
    await writer.write(changes)
  }

  /// Refuses the replies waiting behind a message that was never sent, since nobody can reply to it; their text is kept
  /// to be sent elsewhere.
  ///
  /// - Returns: the changes to save.
  func refuseReplies(to gone: [OutboxEntry]) -> [StoreChange] {
    let error = ChatError.refused(.replyToDeletedMessage)
    var changes: [StoreChange] = []
    for message in gone where message.isSend {
      for var reply in queue.entries(naming: message.message.id, in: message.channelId)
      where reply.message.parentId == message.message.id && !reply.isAccepted && reply.failure == nil {
        reply.failure = error
        reply.message.localState = reply.failedState
        queue.put(reply)
        post(.waiting(reply), of: reply)
        results.tell(reply.transactionId, .failure(.failed(error)))
        changes.append(.saveOutbox(reply))
      }
    }
    return changes
  }

  /// Deletes a message that was withdrawn but arrived after all.
  func deleteIfWithdrawn(_ message: Message) {
    guard message.author.id == service.currentUser.id, let sent = message.transactionId else { return }
    for entry in queue.entries(about: MessageID(sent.rawValue), in: message.channelId) where entry.isLookup {
      // Even while a lookup is running: the page it requested may be older than the message.
      var found = entry
      found.message = message
      found.message.localState = .deleting
      queue.put(found)
      post(found)
      Task { await saveAgain(entry.transactionId) }
    }
    if let unconfirmed = unconfirmedDeletions.remove(sent) {
      let deletion = deletion(of: message, hard: unconfirmed.isHard)
      Task {
        await admit(deletion)
        if let stored = unconfirmed.stored { await writer.write([.deleteOutbox(stored)]) }
      }
    }
  }

  private func saveAgain(_ id: TransactionID) async {
    // The entry may be completed by now, and must not return to the store.
    if let entry = queue[id] { await writer.write([.saveOutbox(entry)]) }
  }

  /// Creates the entry that looks for a message that was withdrawn.
  func addLookup(for entry: OutboxEntry) -> OutboxEntry {
    var lookup = deletion(of: entry.message, hard: entry.deletesHard, at: entry.sequence)
    lookup.message.deletedAt = clock.now
    queue.put(lookup)
    return lookup
  }
}

nonisolated extension OutboxEntry {
  /// Takes over the text and files of a later edit.
  mutating func take(_ later: OutboxEntry) {
    message.elements = later.message.elements
    message.files = later.message.files
    inputFiles += later.inputFiles
    if case .send(var new) = work {
      new.markup = MessageMarkup.render(message.elements)
      work = .send(new)
    }
  }

  /// Whether the service has the text of an earlier attempt. During the first attempt there can be none.
  func hasOtherWords(than answer: Message, isUnderWay: Bool) -> Bool {
    // Changes by another device since then are kept.
    guard answer.editedAt == nil, !answer.isDeleted, attempts > (isUnderWay ? 1 : 0),
      case .send(let new) = work
    else { return false }
    return MessageMarkup.render(answer.elements) != new.markup
      || answer.files.map(\.id) != message.files.map(\.id)
  }
}
