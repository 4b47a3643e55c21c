package import ChatDomain

/// Loading: pages of the service, and what this device has saved.
nonisolated extension MessageTimeline {
  /// Marks the request of a page. Every mark must be ended, with the page or without one.
  package mutating func beginLoading() -> LoadMark { loading.begin() }

  /// Ends a request that brought no page.
  package mutating func endLoading() { loading.end() }

  /// Shows messages saved on this device until the service's first page arrives.
  package mutating func showCached(_ cached: [Message]) -> [TimelineChange] {
    guard !isLoaded else { return [] }
    for message in cached where holds(message) && deletions[message.id]?.isHard != true {
      guard base(of: message.id) == nil else { continue }
      let deletion = deletions[message.id]
      replacePending(under: message.transactionId, by: message.id)
      _ = setBase(deletion.map { message.deleted(at: $0.deletedAt) } ?? message)
    }
    return [.reloaded]
  }

  /// Replaces the window with this page.
  package mutating func reset(to page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    // Any update while the page was being loaded is newer than the page.
    for message in messages where loading.wasUpdated(message.id, since: mark) {
      if let base = base(of: message.id) { loading.hold(base) }
    }
    // Thread updates arrive separately: a message of the page may be newer than the known one, but have an older thread info.
    var threads: [MessageID: Message] = [:]
    for message in messages where message.threadInfo != nil { threads[message.id] = base(of: message.id) }
    rows = OrderedMessages()
    bases = [:]
    pinExpiries = [:]
    window.reset(to: page)
    _ = merge(page.elements.map { threads[$0.id].map($0.keepingThread) ?? $0 }, asOf: mark)
    _ = finishLoading()
    return [.reloaded]
  }

  /// Extends the window towards older messages.
  package mutating func prepend(_ page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    window.prepend(page)
    let count = merge(page.elements, asOf: mark)
    let further = finishLoading()
    return [.loadedOlder(count)] + further
  }

  /// Extends the window towards newer messages.
  package mutating func append(_ page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    window.append(page)
    let count = merge(page.elements, asOf: mark)
    let further = finishLoading()
    return [.loadedNewer(count)] + further
  }

  /// - Returns: the number of new messages.
  private mutating func merge(_ loaded: [Message], asOf mark: LoadMark) -> Int {
    var count = 0
    // Inserted all at once here; the loop below applies the known updates.
    let inserted = rows.insertAtFront(
      loaded.filter { holds($0) && deletions[$0.id]?.isHard != true })
    for message in loaded.reversed() where holds(message) {
      if deletions[message.id]?.isHard == true { continue }
      if !inserted.contains(message.id), let base = base(of: message.id) {
        if !loading.wasUpdated(message.id, since: mark) { _ = setBase(base.updated(by: message)) }
        continue
      }
      var message = loading.release(message.id).map(message.updated) ?? message
      if let deletion = deletions[message.id] { message = message.deleted(at: deletion.deletedAt) }
      replacePending(under: message.transactionId, by: message.id)
      _ = setBase(message)
      count += 1
    }
    return count
  }

  /// Shows the held messages that are inside the window now, and ends the request.
  private mutating func finishLoading() -> [TimelineChange] {
    var changes: [TimelineChange] = []
    let held = loading.held.values
    for message in held.sorted(by: { $0.timetoken ?? Timetoken(0) < $1.timetoken ?? Timetoken(0) })
    where window.contains(message) && base(of: message.id) == nil && deletions[message.id]?.isHard != true {
      changes += setBase(message)
      loading.release(message.id)
    }
    loading.end()
    return changes + insertPending()
  }

  // MARK: Pending messages

  /// Removes the pending message with this transaction, and moves its work to the message that arrived.
  private mutating func replacePending(under transaction: TransactionID?, by id: MessageID) {
    guard let transaction else { return }
    let pending = MessageID(transaction.rawValue)
    work.recordArrival(of: transaction, as: id)
    work.move(from: pending, to: id)
    if pending != id { _ = remove(pending) }
  }

  /// Shows the pending messages, once the window reaches the newest ones.
  private mutating func insertPending() -> [TimelineChange] {
    work.messageIds.flatMap { redrawPending($0) }
  }
}
