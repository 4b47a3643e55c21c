package import ChatDomain
import DraftEngine

/// All entries of the outbox with their results: changes them in memory, announces them, and saves them.
///
/// Nothing here talks to the service. `Outbox` makes the entries, and `OutboxWorker` works through them.
package final class OutboxEntries {
  private(set) var queue = OutboxQueue()
  let results = OutboxResults()
  /// Whether the client is gone: nothing is attempted or accepted any more.
  private(set) var isClosed = false
  private let tools: SyncTools
  private let transactionIds: TransactionIDSource

  init(_ tools: SyncTools, transactionIds: TransactionIDSource) {
    self.tools = tools
    self.transactionIds = transactionIds
  }

  var writer: StoreWriter { tools.writer }

  subscript(id: TransactionID) -> OutboxEntry? { queue[id] }

  /// The entries about a message that the service does not have yet or has not applied yet, in order.
  func unfinished(about message: Message) -> [OutboxEntry] {
    queue.entries(about: message.id, in: message.channelId).filter { !$0.isAccepted }
  }

  /// Forgets all entries, and releases all waiting callers. Later answers to requests find no entry, and so do not write into a
  /// store that may have another owner by then.
  func close() {
    isClosed = true
    queue.removeAll()
    results.close()
  }

  // MARK: Creating

  /// Creates an entry with a number and a transaction of its own.
  func makeEntry(
    _ work: OutboxEntry.Work, of message: Message, as id: TransactionID? = nil, inputFiles: [InputFile] = [],
    at sequence: Int? = nil, notBefore: Timestamp? = nil
  ) -> OutboxEntry {
    OutboxEntry(
      sequence: sequence ?? queue.nextSequence(), transactionId: id ?? transactionIds.next(), work: work,
      message: message, inputFiles: inputFiles, notBefore: notBefore)
  }

  package func nextTransactionId() -> TransactionID { transactionIds.next() }

  /// The author of a quoted message, where that counts as a mention.
  func mentionedAuthor(of quoted: QuotedMessage?) -> UserID? {
    guard tools.configuration.mentionsQuotedAuthors, let quoted, !quoted.isDeleted,
      quoted.author.id != tools.service.currentUser.id
    else {
      return nil
    }
    return quoted.author.id
  }

  /// Everybody whom a message mentions, each once and without its author.
  func peopleMentioned(in message: Message) -> [UserID] {
    // The service itself notifies everyone.
    let named = message.mentionedUsers.filter { $0 != tools.service.currentUser.id && $0 != .everyone }
    guard let author = mentionedAuthor(of: message.quoted), !named.contains(author) else { return named }
    return named + [author]
  }

  /// Creates the entry that deletes a message of the service.
  func deletion(of message: Message, hard: Bool, at sequence: Int? = nil) -> OutboxEntry {
    var shown = message
    shown.localState = .deleting
    return makeEntry(.delete(hard: hard), of: shown, at: sequence)
  }

  /// Creates the entry that changes the text and files of a message of the service.
  func edit(of message: Message, inputFiles: [InputFile], at sequence: Int? = nil) -> OutboxEntry {
    let id = transactionIds.next()
    var shown = message
    shown.localState = .pendingSync
    let edit = MessageEdit(
      transactionId: id, channelId: message.channelId, messageId: message.id,
      markup: MessageMarkup.render(message.elements), files: message.files.map(\.id))
    return makeEntry(.edit(edit), of: shown, as: id, inputFiles: inputFiles, at: sequence)
  }

  /// Creates an edit of a message that the service has from an earlier attempt, whose answer was lost, and that was edited here
  /// since.
  func correction(of answer: Message, to entry: OutboxEntry) -> OutboxEntry {
    var message = answer
    message.elements = entry.message.elements
    message.files = entry.message.files
    return edit(of: message, inputFiles: [], at: entry.sequence)
  }

  /// Creates the entry that looks for a withdrawn message, and inserts it.
  func addLookup(for entry: OutboxEntry) -> OutboxEntry {
    var lookup = deletion(of: entry.message, hard: entry.deletesHard, at: entry.sequence)
    lookup.message.deletedAt = tools.clock.now
    queue.upsert(lookup)
    return lookup
  }

  // MARK: Changing

  /// Inserts or replaces an entry in memory only.
  func upsert(_ entry: OutboxEntry) { queue.upsert(entry) }

  /// Inserts or replaces an entry, announces it and saves it.
  func change(_ entry: OutboxEntry, with changes: [StoreChange] = []) async {
    queue.upsert(entry)
    post(entry)
    await writer.write(changes + [.saveOutbox(entry)])
  }

  /// Gives an entry its position before it is saved, so that an entry that is saved faster does not overtake it.
  func reserve(_ entry: OutboxEntry) {
    if queue[entry.transactionId] == nil { writer.markNew(entry.transactionId) }
    queue.reserve(entry)
  }

  /// Gives up a reserved position.
  func cancelReservation(of entry: OutboxEntry) {
    queue.remove(entry.transactionId)
    // The store has nothing to delete, unless the entry was saved while it waited because the message it replies to
    // arrived.
    writer.add([.deleteOutbox(entry.transactionId)])
  }

  /// Saves a reserved entry and announces it.
  func saveReserved(
    _ entry: OutboxEntry, with changes: [StoreChange], inPlaceOf superseded: [OutboxEntry] = []
  ) async {
    await writer.write(changes + [.saveOutbox(entry)])
    queue.markSaved(entry.transactionId)
    postWithdrawal(of: superseded)
    guard let saved = queue[entry.transactionId] else { return }
    post(saved)
  }

  /// Saves an entry that may have been completed in the meantime: then it must not return to the store.
  func saveAgain(_ id: TransactionID) async {
    if let entry = queue[id] { await writer.write([.saveOutbox(entry)]) }
  }

  /// The changes that write everything held here to the store.
  func everything() -> [StoreChange] {
    queue.channels.flatMap { queue.entries(in: $0) }.filter { queue.isSaved($0.transactionId) }
      .map { .saveOutbox($0) }
  }

  /// A pending message quotes the text as it is when it is sent, not as it was when it was written.
  func updateQuotes(
    of id: MessageID, in channel: ChannelID, _ change: (QuotedMessage) -> QuotedMessage
  ) {
    for var entry in queue.entries(naming: id, in: channel) where !entry.isAccepted {
      guard case .send(var new) = entry.work, let quoted = new.quoted, quoted.id == id else { continue }
      new.quoted = change(quoted)
      entry.work = .send(new)
      entry.message.quoted = new.quoted
      queue.upsert(entry)
      if queue.isSaved(entry.transactionId) { writer.add([.saveOutbox(entry)]) }
    }
  }

  // MARK: Removing

  /// Removes an entry in memory only.
  func removeFromQueue(_ id: TransactionID) { queue.remove(id) }

  /// Removes entries from the queue and announces it, so that they are no longer overlaid on a message.
  ///
  /// - Returns: the changes the store needs to forget them.
  func drop(_ entries: [OutboxEntry]) -> [StoreChange] {
    let changes = remove(entries)
    postWithdrawal(of: entries)
    return changes
  }

  /// Removes entries from the queue, without announcing it yet.
  ///
  /// - Returns: the changes the store needs to forget them.
  func remove(_ entries: [OutboxEntry]) -> [StoreChange] {
    let changes = entries.map { entry in
      queue.remove(entry.transactionId)
      // The service has an accepted message; callers waiting for it get it.
      if !entry.isAccepted { results.end(entry.transactionId, .failure(.withdrawn)) }
      return StoreChange.deleteOutbox(entry.transactionId)
    }
    return changes + entries.filter(\.isDelete).flatMap { continueHeldBack(about: $0.message) }
  }

  /// Withdraws a message. If the service may have received it, the message is looked up and deleted. Otherwise no trace
  /// remains.
  func withdraw(_ entry: OutboxEntry, mayHaveArrived: Bool) async {
    var changes = drop(queue.entries(about: entry.message.id, in: entry.channelId))
    changes += refuseReplies(to: [entry])
    if mayHaveArrived { changes.append(.saveOutbox(addLookup(for: entry))) }
    await writer.write(changes)
  }

  /// Refuses the replies waiting behind a message that was never sent, because no reply to it is possible; their text is kept
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
        queue.upsert(reply)
        post(.waiting(reply), of: reply)
        results.report(.failure(.failed(error)), to: reply.transactionId)
        changes.append(.saveOutbox(reply))
      }
    }
    return changes
  }

  /// Releases the entries that waited for the decision about a deletion, now that the message stays.
  private func continueHeldBack(about message: Message) -> [StoreChange] {
    queue.entries(about: message.id, in: message.channelId).filter(\.isHeldBack).map { held in
      var entry = held
      entry.notBefore = nil
      queue.upsert(entry)
      if !entry.isAccepted { post(entry) }
      return .saveOutbox(entry)
    }
  }

  /// Releases the entries that wait for a deletion that a damaged store has lost.
  func continueOrphans() -> [StoreChange] {
    queue.channels.flatMap { queue.entries(in: $0) }.filter(\.isHeldBack).flatMap { held in
      queue.entries(about: held.message.id, in: held.channelId).contains(where: \.isDelete)
        ? [] : continueHeldBack(about: held.message)
    }
  }

  // MARK: Answers

  /// Records that the service has a message: entries about it, replies to it and quotes of it get its id.
  ///
  /// - Parameter isUnderWay: whether an attempt of the entry is running.
  /// - Returns: the changes to save.
  func accept(_ entry: OutboxEntry, _ answer: Message, isUnderWay: Bool) -> [StoreChange] {
    var changes: [StoreChange] = []
    let local = entry.message.id
    var moved: [TransactionID] = []
    let concerned =
      queue.entries(about: local, in: entry.channelId)
      + queue.entries(naming: local, in: entry.channelId)
    for later in concerned.sorted(by: { $0.sequence < $1.sequence })
    where later.transactionId != entry.transactionId {
      guard let readdressed = later.readdressed(from: local, to: answer) else { continue }
      queue.upsert(readdressed)
      moved.append(later.transactionId)
      changes.append(.saveOutbox(readdressed))
    }
    queue.remove(entry.transactionId)
    changes.append(.deleteOutbox(entry.transactionId))
    for followUp in followUps(of: entry, answer, isUnderWay: isUnderWay) {
      queue.upsert(followUp)
      if !followUp.isAccepted { moved.append(followUp.transactionId) }
      changes.append(.saveOutbox(followUp))
    }
    post(.done(answer), of: entry)
    results.end(entry.transactionId, .success(answer))
    for id in moved {
      if let entry = queue[id] { post(entry) }
    }
    return changes
  }

  /// The remaining work on a message that the service has, in order. If its deletion can still be taken back, everything else
  /// waits until that is decided.
  private func followUps(of entry: OutboxEntry, _ answer: Message, isUnderWay: Bool) -> [OutboxEntry] {
    var deletion: OutboxEntry?
    if entry.deletesOnArrival {
      deletion = self.deletion(of: answer, hard: entry.deletesHard, at: entry.sequence)
      deletion?.notBefore = entry.notBefore
    }
    var others: [OutboxEntry] = []
    if deletion == nil || entry.notBefore != nil {
      if !peopleMentioned(in: answer).isEmpty {
        others.append(entry.accepted(as: answer))
      }
      if entry.hasOtherWords(than: answer, isUnderWay: isUnderWay) {
        others.append(correction(of: answer, to: entry))
      }
      for index in others.indices { others[index].notBefore = entry.notBefore }
    }
    return others + [deletion].compactMap(\.self)
  }

  /// Gives up after a refusal: a pin or a reaction is undone, anything else waits for the user, with its reason.
  func giveUp(_ failed: OutboxEntry, _ error: ChatError) async {
    var failed = failed
    var changes: [StoreChange] = []
    // Edits that waited for the message change the message itself, which did not arrive.
    for later in queue.entries(about: failed.message.id, in: failed.channelId)
    where failed.isSend && !later.isSend {
      if later.isEdit { failed.applyEdit(later) }
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
      queue.upsert(failed)
      post(.waiting(failed), of: failed)
      results.report(.failure(.failed(error)), to: failed.transactionId)
      changes.append(.saveOutbox(failed))
    }
    await writer.write(changes)
  }

  // MARK: Announcing

  func post(_ entry: OutboxEntry) {
    // A lookup is hidden: it is unknown whether the message exists.
    if !entry.isLookup { post(.waiting(entry), of: entry) }
  }

  func post(_ outcome: OutboxChange.Outcome, of entry: OutboxEntry) {
    tools.board.post(
      .outbox(
        OutboxChange(
          transactionId: entry.transactionId, messageId: entry.message.id, channelId: entry.channelId,
          parentId: entry.message.parentId, outcome: outcome)))
  }

  private func postWithdrawal(of entries: [OutboxEntry]) {
    // Accepted messages and lookups are not shown.
    for entry in entries where !entry.isAccepted && !entry.isLookup { post(.withdrawn, of: entry) }
  }

  // MARK: Results

  /// How an entry has ended, or failed for now; nil if it is still on its way.
  func presentAnswer(to id: TransactionID) -> OutboxAnswer? {
    if let known = results.answer(to: id) { return known }
    if isClosed { return .failure(.failed(.cancelled)) }
    guard let entry = queue[id] else { return .failure(.unknown) }
    if let failure = entry.failure { return .failure(.failed(failure)) }
    return entry.isAccepted ? .success(entry.message) : nil
  }

  /// The arrived version of a message that had the id of its transaction.
  func arrival(of local: MessageID) -> Message? {
    guard case .success(let arrived?) = results.answer(to: TransactionID(local.rawValue)) else {
      return nil
    }
    return arrived
  }
}
