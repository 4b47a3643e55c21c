import ChatDomain
import DraftEngine

extension Outbox {
  /// Puts an entry in its place, tells of it and keeps it.
  func change(_ entry: OutboxEntry, with changes: [StoreChange] = []) async {
    queue.put(entry)
    post(entry)
    await writer.write(changes + [.saveOutbox(entry)])
  }

  func post(_ entry: OutboxEntry) {
    // What is looked for is hidden: nobody knows whether it is there.
    if !entry.isLookup { post(.waiting(entry), of: entry) }
  }

  func post(_ outcome: OutboxChange.Outcome, of entry: OutboxEntry) {
    board.post(
      .outbox(
        OutboxChange(
          transactionId: entry.transactionId, messageId: entry.message.id, channelId: entry.channelId,
          parentId: entry.message.parentId, outcome: outcome)))
  }

  /// The work of deleting a message of the service.
  func deletion(of message: Message, hard: Bool, at sequence: Int? = nil) -> OutboxEntry {
    var shown = message
    shown.localState = .deleting
    return OutboxEntry(
      sequence: sequence ?? queue.nextSequence(), transactionId: transactionIds.next(),
      work: .delete(hard: hard), message: shown)
  }

  /// The work of giving a message of the service other words and files.
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

  /// The service had the message from an earlier try, whose answer was lost, and it was edited here since then.
  func correction(of answer: Message, to entry: OutboxEntry) -> OutboxEntry? {
    var message = answer
    message.elements = entry.message.elements
    message.files = entry.message.files
    return edit(of: message, inputFiles: [], at: entry.sequence)
  }

  /// A message is taken back. Was it perhaps received, it is looked for and deleted; otherwise nothing is left.
  func takeBack(_ entry: OutboxEntry, mayHaveArrived: Bool) async {
    var changes = drop(queue.entries(about: entry.message.id, in: entry.channelId))
    if mayHaveArrived { changes.append(.saveOutbox(addLookup(for: entry))) }
    await writer.write(changes)
  }

  /// The same for a message that was being sent, and was to be deleted on arrival, when the program ended.
  func replaceByLookup(_ entry: OutboxEntry) {
    queue.remove(entry.transactionId)
    queue.put(lookup(for: entry))
  }

  /// One of the messages that were taken back has arrived after all.
  func deleteIfTakenBack(_ message: Message) {
    guard message.author.id == service.currentUser.id, let sent = message.transactionId else { return }
    for entry in queue.entries(in: message.channelId)
    where entry.isLookup && entry.message.transactionId == sent && !isUnderWay(entry) {
      var shown = message
      shown.localState = .deleting
      Task { [shown] in await found(shown, lookedForBy: entry.transactionId) }
    }
  }

  private func found(_ message: Message, lookedForBy id: TransactionID) async {
    guard var entry = queue[id], !isUnderWay(entry) else { return }
    entry.message = message
    await change(entry)
  }

  private func addLookup(for entry: OutboxEntry) -> OutboxEntry {
    let lookup = lookup(for: entry)
    queue.put(lookup)
    return lookup
  }

  private func lookup(for entry: OutboxEntry) -> OutboxEntry {
    deletion(
      of: entry.message, hard: hardOnArrival.remove(entry.transactionId) != nil, at: entry.sequence)
  }
}

nonisolated extension OutboxEntry {
  /// Takes the words and files over that a later edit wanted.
  mutating func take(_ later: OutboxEntry) {
    message.elements = later.message.elements
    message.files = later.message.files
    inputFiles += later.inputFiles
    if case .send(var new) = work {
      new.markup = MessageMarkup.render(message.elements)
      work = .send(new)
    }
  }

  /// Whether the service has the words of an earlier try. After a first try there can be none.
  func hasOtherWords(than answer: Message) -> Bool {
    guard attempts > 1, case .send(let new) = work else { return false }
    return MessageMarkup.render(answer.elements) != new.markup
      || answer.files.map(\.id) != message.files.map(\.id)
  }
}
