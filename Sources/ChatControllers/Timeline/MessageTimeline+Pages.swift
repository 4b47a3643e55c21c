package import ChatDomain

/// The time at which a page was requested: anything heard since then is newer than the page.
package nonisolated struct LoadMark: Hashable, Sendable {
  let heardCount: Int
}

nonisolated extension MessageTimeline {
  /// Marks the request of a page. Every mark must be ended, with the page or without one.
  package mutating func beginLoading() -> LoadMark {
    loadsUnderWay += 1
    return LoadMark(heardCount: heardCount)
  }

  /// Ends a request that brought no page.
  package mutating func endLoading() {
    loadsUnderWay = max(0, loadsUnderWay - 1)
    guard loadsUnderWay == 0 else { return }
    held = [:]
    heardAt = [:]
  }

  /// Shows messages saved on this device until the service's first page arrives.
  package mutating func showCached(_ cached: [Message]) -> [TimelineChange] {
    guard !isLoaded else { return [] }
    // Those that wait were placed among no messages, in front of all that come now.
    removeEchoes()
    for message in cached where holds(message) && deletions[message.id]?.isHard != true {
      guard base(of: message.id) == nil else { continue }
      let deletion = deletions[message.id]
      take(message.transactionId, of: message.id)
      _ = setBase(deletion.map { message.deleted(at: $0.deletedAt) } ?? message)
    }
    _ = placeEchoes()
    return [.reloaded]
  }

  /// Replaces the window with this page.
  package mutating func reset(to page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    // Anything heard while the page was being loaded is newer than the page.
    for message in messages where heardAt[message.id, default: 0] > mark.heardCount {
      if let base = base(of: message.id) { held[message.id] = base }
    }
    // Thread updates arrive separately: the page may be older than they are and still newer than the rest.
    var threads: [MessageID: Message] = [:]
    for message in messages where message.threadInfo != nil { threads[message.id] = base(of: message.id) }
    removeEchoes()
    messages = []
    order = []
    places = [:]
    bases = [:]
    quoters = [:]
    pinExpiries = [:]
    isLoaded = true
    previous = page.previous
    next = page.next
    span = 0...UInt64.max
    limitSpan(to: page, isLowest: true, isHighest: true)
    _ = merge(page.elements.map { threads[$0.id].map($0.keepingThread) ?? $0 }, asOf: mark)
    _ = settle()
    return [.reloaded]
  }

  /// Extends the window towards older messages.
  package mutating func prepend(_ page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    previous = page.previous
    limitSpan(to: page, isLowest: true, isHighest: false)
    let count = merge(page.elements, asOf: mark)
    let echoes = settle()
    return [.loadedOlder(count)] + echoes
  }

  /// Extends the window towards newer messages.
  package mutating func append(_ page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    next = page.next
    limitSpan(to: page, isLowest: false, isHighest: true)
    let count = merge(page.elements, asOf: mark)
    let echoes = settle()
    return [.loadedNewer(count)] + echoes
  }

  /// Notes how far the window reaches after a page at one of its ends.
  private mutating func limitSpan(to page: Page<Message>, isLowest: Bool, isHighest: Bool) {
    var (low, high) = (span.lowerBound, span.upperBound)
    if isLowest { low = hasOlder ? page.elements.first?.timetoken?.rawValue ?? low : 0 }
    if isHighest { high = hasNewer ? page.elements.last?.timetoken?.rawValue ?? high : .max }
    span = min(low, high)...high
  }

  /// - Returns: the number of new messages.
  private mutating func merge(_ loaded: [Message], asOf mark: LoadMark) -> Int {
    var count = 0
    let fresh = makeRoom(for: loaded)
    for message in loaded.reversed() where holds(message) {
      let isNewer = heardAt[message.id, default: 0] <= mark.heardCount
      if deletions[message.id]?.isHard == true { continue }
      if !fresh.contains(message.id), let base = base(of: message.id) {
        if isNewer { _ = setBase(base.updated(by: message)) }
        continue
      }
      var message = held.removeValue(forKey: message.id).map(message.updated) ?? message
      if let deletion = deletions[message.id] { message = message.deleted(at: deletion.deletedAt) }
      take(message.transactionId, of: message.id)
      _ = setBase(message)
      count += 1
    }
    return count
  }

  /// Takes the place of what was pending under the message's transaction.
  private mutating func take(_ transaction: TransactionID?, of id: MessageID) {
    guard let transaction else { return }
    arrived[transaction] = id
    moveWork(from: MessageID(transaction.rawValue), to: id)
    let echo = MessageID(transaction.rawValue)
    if echo != id { _ = remove(echo) }
  }

  /// Inserts the messages that come before all existing ones, all at once: inserted one by one, each would move the
  /// whole window.
  ///
  /// - Returns: the messages whose place is made and whose content must still be set.
  private mutating func makeRoom(for loaded: [Message]) -> Set<MessageID> {
    var front: [(place: TimelinePosition, message: Message)] = []
    for message in loaded where holds(message) && places[message.id] == nil {
      guard let token = message.timetoken?.rawValue, deletions[message.id]?.isHard != true else { continue }
      let place = TimelinePosition(token: token, id: message.id)
      if let last = front.last?.place, !(last < place) { return [] }
      if let first = order.first, !(place < first) { break }
      front.append((place, message))
    }
    messages.insert(contentsOf: front.map(\.message), at: 0)
    order.insert(contentsOf: front.map(\.place), at: 0)
    for (place, message) in front { places[message.id] = place }
    return Set(front.map(\.message.id))
  }

  /// Applies what was held back for the page, and ends the loading.
  private mutating func settle() -> [TimelineChange] {
    var changes: [TimelineChange] = []
    for message in held.values.sorted(by: { $0.timetoken ?? Timetoken(0) < $1.timetoken ?? Timetoken(0) })
    where isInWindow(message) && base(of: message.id) == nil && deletions[message.id]?.isHard != true {
      changes += setBase(message)
      held[message.id] = nil
    }
    endLoading()
    return changes + placeEchoes()
  }
}

nonisolated extension Message {
  /// A copy that has the newer of the two thread infos.
  fileprivate func keepingThread(of known: Message) -> Message {
    guard let thread = known.threadInfo, thread.updatedAt > threadInfo?.updatedAt ?? Timetoken(0) else {
      return self
    }
    var message = self
    message.threadInfo = thread
    return message
  }
}
