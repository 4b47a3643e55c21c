import ChatDomain
import DraftEngine

/// An element with a place in chronological order.
protocol Tokened {
  var token: UInt64 { get }
}

extension UInt64: Tokened {
  var token: UInt64 { self }
}

extension Message: Tokened {
  var token: UInt64 { timetoken?.rawValue ?? 0 }
}

/// Arrays sorted by token, the lowest first.
extension Array where Element: Tokened {
  /// The index of the first element whose token is not below this one.
  func index(from token: UInt64) -> Int { partitioningIndex { $0.token >= token } }

  /// The index of the first element whose token is above this one.
  func index(after token: UInt64) -> Int { partitioningIndex { $0.token > token } }

  /// The index of the element with this token.
  func index(at token: UInt64) -> Int? {
    let index = index(from: token)
    return index < count && self[index].token == token ? index : nil
  }

  mutating func insert(inOrder element: Element) { insert(element, at: index(from: element.token)) }
}

/// The content of this service's cursors: the kind of list, and a token to continue from.
struct ListCursor: Hashable, Sendable {
  enum List: Character, Sendable {
    case messages = "m"
    case channels = "c"
    case members = "p"
    case invitations = "v"
    case pins = "i"
    case threads = "t"
    case finds = "f"
    case directory = "d"
    case left = "l"
    case ignored = "g"
    case inbox = "n"
  }

  let list: List
  let token: UInt64

  init(_ list: List, _ token: UInt64) {
    self.list = list
    self.token = token
  }

  /// Parses a cursor; one of another list, or of another service, is refused.
  init(_ cursor: Cursor, of list: List) throws(ChatError) {
    guard cursor.rawValue.first == list.rawValue, let token = UInt64(cursor.rawValue.dropFirst()) else {
      throw .refused(.invalidCursor)
    }
    self.init(list, token)
  }

  var cursor: Cursor { Cursor("\(list.rawValue)\(token)") }

  /// The largest page size that can be requested; larger pages are cut.
  private static let largestPage = 1000

  /// The number of elements on a requested page.
  static func pageSize(_ limit: Int) throws(ChatError) -> Int {
    guard limit > 0 else { throw .refused(.invalid("a page of \(limit)")) }
    return min(limit, largestPage)
  }
}

/// Something in a room, and its place in a list.
struct Place: Tokened, Sendable {
  let token: UInt64
  let room: Int
  /// The token of the message that the place is about.
  var message: UInt64 = 0
}

extension ListQuery {
  /// The requested page of a list, the highest tokens first, and the cursor that leads on.
  func page<Element: Tokened>(
    of all: some Sequence<Element>, _ list: ListCursor.List
  ) throws(ChatError) -> (elements: ArraySlice<Element>, next: Cursor?) {
    let limit = try ListCursor.pageSize(limit)
    let end = try cursor.map { cursor throws(ChatError) in try ListCursor(cursor, of: list).token } ?? .max
    let rest = all.filter { $0.token < end }.sorted { $0.token > $1.token }
    let page = rest.prefix(limit)
    let next = page.count < rest.count ? page.last.map { ListCursor(list, $0.token).cursor } : nil
    return (page, next)
  }

  /// The requested page of a list whose cursors count elements.
  func page<Element>(
    ofCounted all: [Element], _ list: ListCursor.List
  ) throws(ChatError) -> (elements: ArraySlice<Element>, next: Cursor?) {
    let limit = try ListCursor.pageSize(limit)
    let start = try cursor.map { cursor throws(ChatError) in try ListCursor(cursor, of: list).token } ?? 0
    let page = all.dropFirst(Int(clamping: start)).prefix(limit)
    let next =
      page.endIndex < all.count && !page.isEmpty ? ListCursor(list, UInt64(page.endIndex)).cursor : nil
    return (page, next)
  }
}

extension MessageQuery {
  /// The requested page of messages, and the cursors that lead on from both of its ends.
  ///
  /// - Parameter log: the messages of the channel or thread.
  func page(of log: [Message]) throws(ChatError) -> Page<Message> {
    let limit = try ListCursor.pageSize(limit)
    let range: Range<Int>
    switch position {
    case .newest: range = Self.range(before: log.count, limit)
    case .oldest: range = 0..<min(limit, log.count)
    case .before(let cursor):
      range = Self.range(before: log.index(from: try ListCursor(cursor, of: .messages).token), limit)
    case .after(let cursor):
      let start = log.index(after: try ListCursor(cursor, of: .messages).token)
      range = start..<min(log.count, start + limit)
    case .around(let id):
      guard let middle = id.token.flatMap(log.index(at:)) else {
        throw .refused(.notFound("message \(id)"))
      }
      range = Self.range(around: middle, limit, of: log.count)
    }
    return Page(
      Array(log[range]),
      next: range.upperBound < log.count
        ? ListCursor(.messages, log[range.upperBound].token - 1).cursor : nil,
      previous: range.lowerBound > 0
        ? ListCursor(.messages, log[range.lowerBound - 1].token + 1).cursor : nil)
  }

  private static func range(before end: Int, _ limit: Int) -> Range<Int> { max(0, end - limit)..<end }

  /// A full page if possible: what one side lacks comes from the other.
  private static func range(around middle: Int, _ limit: Int, of count: Int) -> Range<Int> {
    let start = max(0, min(middle - limit / 2, count - limit))
    return start..<min(count, start + limit)
  }
}
