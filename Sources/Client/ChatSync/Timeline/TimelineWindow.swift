import ChatDomain

/// The part of the service's list that is loaded.
nonisolated struct TimelineWindow: Sendable {
  /// The cursor of the page with older messages.
  private(set) var previous: Cursor?
  /// The cursor of the page with newer messages; nil if the window reaches the newest one.
  private(set) var next: Cursor?
  /// Whether a page of the service was loaded.
  private(set) var isLoaded = false
  /// The tokens between which all messages are known: a message at the edge may be deleted, and the edge stays.
  private(set) var span: ClosedRange<UInt64> = 0...UInt64.max

  var hasOlder: Bool { previous != nil }
  var hasNewer: Bool { next != nil }

  /// Whether all messages between this one and the window are known.
  func contains(_ message: Message) -> Bool {
    message.timetoken.map { span.contains($0.rawValue) } ?? false
  }

  /// Moves the window to a page.
  mutating func reset(to page: Page<Message>) {
    isLoaded = true
    previous = page.previous
    next = page.next
    span = 0...UInt64.max
    limitSpan(to: page, isLowest: true, isHighest: true)
  }

  /// Extends the window by a page of older messages.
  mutating func prepend(_ page: Page<Message>) {
    previous = page.previous
    limitSpan(to: page, isLowest: true, isHighest: false)
  }

  /// Extends the window by a page of newer messages.
  mutating func append(_ page: Page<Message>) {
    next = page.next
    limitSpan(to: page, isLowest: false, isHighest: true)
  }

  private mutating func limitSpan(to page: Page<Message>, isLowest: Bool, isHighest: Bool) {
    var (low, high) = (span.lowerBound, span.upperBound)
    if isLowest { low = hasOlder ? page.elements.first?.timetoken?.rawValue ?? low : 0 }
    if isHighest { high = hasNewer ? page.elements.last?.timetoken?.rawValue ?? high : .max }
    span = min(low, high)...high
  }
}

/// The time at which a page was requested: any update since then is newer than the page.
package nonisolated struct LoadMark: Hashable, Sendable {
  let updateCount: Int
}

/// Records updates that arrive while pages are loading, so that a page requested earlier does not undo them.
nonisolated struct LoadTracker: Sendable {
  private var loadsUnderWay = 0
  private var updateCount = 0
  /// The count at which a message was last updated.
  private var updates: [MessageID: Int] = [:]
  /// Messages that are newer than the page: those outside the window that arrived, and those updated since.
  private(set) var held: [MessageID: Message] = [:]

  var isLoading: Bool { loadsUnderWay > 0 }

  /// Begins a request. Every request must be ended, with a page or without one.
  mutating func begin() -> LoadMark {
    loadsUnderWay += 1
    return LoadMark(updateCount: updateCount)
  }

  mutating func end() {
    loadsUnderWay = max(0, loadsUnderWay - 1)
    guard loadsUnderWay == 0 else { return }
    held = [:]
    updates = [:]
  }

  mutating func recordUpdate(of id: MessageID) {
    guard isLoading else { return }
    updateCount += 1
    updates[id] = updateCount
  }

  func wasUpdated(_ id: MessageID, since mark: LoadMark) -> Bool {
    updates[id, default: 0] > mark.updateCount
  }

  mutating func hold(_ message: Message) { held[message.id] = message }

  /// Removes a message that was held.
  @discardableResult
  mutating func release(_ id: MessageID) -> Message? { held.removeValue(forKey: id) }
}
