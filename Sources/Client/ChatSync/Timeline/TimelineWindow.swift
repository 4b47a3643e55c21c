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
