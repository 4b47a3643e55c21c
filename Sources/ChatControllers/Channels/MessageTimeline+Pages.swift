package import ChatDomain

/// When a page was asked for: what was heard since then is newer than the page.
package nonisolated struct LoadMark: Hashable, Sendable {
  let heardCount: Int
}

nonisolated extension MessageTimeline {
  /// A page is asked for. Every mark has to be given back, with the page or without one.
  package mutating func beginLoading() -> LoadMark {
    loadsUnderWay += 1
    return LoadMark(heardCount: heardCount)
  }

  /// No page came.
  package mutating func endLoading() {
    loadsUnderWay = max(0, loadsUnderWay - 1)
    guard loadsUnderWay == 0 else { return }
    held = [:]
    heldThreads = [:]
    heardAt = [:]
  }

  /// Shows what was kept on this device until a page of the service is there.
  package mutating func showCached(_ cached: [Message]) -> [TimelineChange] {
    guard !isLoaded else { return [] }
    for message in cached where holds(message) && deletions[message.id] == nil {
      if base(of: message.id) == nil { _ = setBase(message) }
    }
    _ = placeEchoes()
    return [.reloaded]
  }

  /// The window is this page from now on.
  package mutating func reset(to page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    // What was heard while the page was under way is newer than it.
    for message in messages where heardAt[message.id, default: 0] > mark.heardCount {
      if let base = base(of: message.id) { held[message.id] = base }
    }
    // News of threads come by themselves: the page may be older than those and newer than the rest.
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
    _ = merge(page.elements.map { threads[$0.id].map($0.keepingThread) ?? $0 }, asOf: mark)
    _ = settle()
    return [.reloaded]
  }

  /// The window grows towards older messages.
  package mutating func prepend(_ page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    previous = page.previous
    let count = merge(page.elements, asOf: mark)
    let echoes = settle()
    return [.loadedOlder(count)] + echoes
  }

  /// The window grows towards newer messages.
  package mutating func append(_ page: Page<Message>, asOf mark: LoadMark) -> [TimelineChange] {
    next = page.next
    let count = merge(page.elements, asOf: mark)
    let echoes = settle()
    return [.loadedNewer(count)] + echoes
  }

  /// - Returns: how many were not there before.
  private mutating func merge(_ loaded: [Message], asOf mark: LoadMark) -> Int {
    var count = 0
    let fresh = makeRoom(for: loaded)
    for message in loaded.reversed() where holds(message) {
      let isNewer = heardAt[message.id, default: 0] <= mark.heardCount
      if deletions[message.id]?.isHard == true { continue }
      if !fresh.contains(message.id), let base = base(of: message.id) {
        if isNewer, !message.isOlder(than: base) { _ = setBase(message.keepingThread(of: base)) }
        continue
      }
      var message = held.removeValue(forKey: message.id) ?? message
      if let deletion = deletions[message.id] { message = message.blanked(at: deletion.deletedAt) }
      if let transaction = message.transactionId {
        arrived[transaction] = message.id
        moveWork(from: MessageID(transaction.rawValue), to: message.id)
        _ = remove(MessageID(transaction.rawValue))
      }
      _ = setBase(message)
      count += 1
    }
    return count
  }

  /// Puts in what stands in front of everything that is there, all at once: one by one each message would move the whole
  /// window.
  ///
  /// - Returns: the messages that have their place now, and are still to be taken in.
  private mutating func makeRoom(for loaded: [Message]) -> Set<MessageID> {
    var front: [(place: MessagePlace, message: Message)] = []
    for message in loaded where holds(message) && places[message.id] == nil {
      guard let token = message.timetoken?.rawValue, deletions[message.id]?.isHard != true else { continue }
      let place = MessagePlace(token: token, id: message.id)
      if let last = front.last?.place, !(last < place) { return [] }
      if let first = order.first, !(place < first) { break }
      front.append((place, message))
    }
    messages.insert(contentsOf: front.map(\.message), at: 0)
    order.insert(contentsOf: front.map(\.place), at: 0)
    for (place, message) in front { places[message.id] = place }
    return Set(front.map(\.message.id))
  }

  /// Takes in what waited for the page, and ends the loading.
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
