import ChatDomain

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
}

extension ListCursor {
  /// The largest page size that can be requested; larger pages are cut.
  static let largestPage = 1000

  /// The number of elements on a page for which somebody asked.
  static func pageSize(_ limit: Int) throws(ChatError) -> Int {
    guard limit > 0 else { throw .refused(.invalid("a page of \(limit)")) }
    return min(limit, largestPage)
  }
}
