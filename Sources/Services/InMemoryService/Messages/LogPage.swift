import ChatDomain

/// A page of a log of messages, and the cursors that lead on from both of its ends.
struct LogPage<Element: Tokened & Sendable> {
  private let elements: [Element]
  private let previous: Cursor?
  private let next: Cursor?

  /// - Parameter firstUnread: finds the message around which a page of unread messages stands.
  init(
    of log: OrderedLog<Element>, at position: MessageQuery.Position, limit: Int, firstUnread: () -> UInt64?
  ) throws(ChatError) {
    let ranks = try Self.ranks(of: log, at: position, limit: limit, firstUnread: firstUnread)
    elements = log.elements(in: ranks)
    // An empty page still has a position.
    let start = ranks.lowerBound
    let end = start + elements.count
    previous = start > 0 ? ListCursor(.messages, log.element(at: start - 1).token + 1).cursor : nil
    next = end < log.count ? ListCursor(.messages, log.element(at: end).token - 1).cursor : nil
  }

  func map(_ message: (Element) -> Message?) -> Page<Message> {
    Page(elements.compactMap(message), next: next, previous: previous)
  }

  private static func ranks(
    of log: OrderedLog<Element>, at position: MessageQuery.Position, limit: Int, firstUnread: () -> UInt64?
  ) throws(ChatError) -> Range<Int> {
    switch position {
    case .newest: return ListWindow.before(log.count, limit: limit)
    case .oldest: return ListWindow.from(0, limit: limit, of: log.count)
    case .before(let cursor):
      let token = try ListCursor(cursor, of: .messages).token
      return ListWindow.before(log.count(below: token), limit: limit)
    case .after(let cursor):
      let token = try ListCursor(cursor, of: .messages).token
      return ListWindow.from(log.count - log.count(above: token), limit: limit, of: log.count)
    case .around(let id):
      guard let token = id.token, log.contains(token) else { throw .refused(.notFound("message \(id)")) }
      return ListWindow.around(log.count(below: token), limit: limit, of: log.count)
    case .firstUnread:
      guard let token = firstUnread() else { return ListWindow.before(log.count, limit: limit) }
      return ListWindow.around(log.count(below: token), limit: limit, of: log.count)
    }
  }
}
