import ChatDomain
import DraftEngine

/// A position in a list: after an entry with this rank and id, which may be gone.
struct ListCursor: Hashable {
  enum List: String {
    case channels = "c", members = "p", messages = "m", pins = "i", search = "s", threads = "t", invitations =
      "v", left = "l", ignored = "g", inbox = "n"
  }

  let list: List
  let rank: UInt64
  let id: String

  init(_ list: List, rank: UInt64, id: String = "") {
    self.list = list
    self.rank = rank
    self.id = id
  }

  init(_ cursor: Cursor, of list: List) throws(ChatError) {
    // Ids may contain any character, so the id comes last.
    let parts = cursor.rawValue.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == list.rawValue, let rank = UInt64(parts[1]) else {
      throw .refused(.invalidCursor)
    }
    self.init(list, rank: rank, id: String(parts[2]))
  }

  var cursor: Cursor { Cursor("\(list.rawValue):\(rank):\(id)") }

  /// Whether it comes after another position. The highest rank comes first.
  func comesAfter(_ other: ListCursor) -> Bool { (rank, id) < (other.rank, other.id) }
}

/// A validated request for a page, checked before the server is asked.
struct ListRequest {
  let limit: Int
  let cursor: ListCursor?

  init(_ query: ListQuery, of list: ListCursor.List) throws(ChatError) {
    limit = try Self.pageSize(query.limit)
    cursor = try query.cursor.map { cursor throws(ChatError) in try ListCursor(cursor, of: list) }
  }

  /// A valid page size.
  static func pageSize(_ limit: Int) throws(ChatError) -> Int {
    guard limit > 0 else { throw .refused(.invalid("a page of \(limit)")) }
    return min(limit, 500)
  }

  /// A page of an unsorted list. The highest rank comes first.
  func page<Element>(of all: [(position: ListCursor, entry: Element)]) -> Page<Element> {
    let sorted = all.sorted { $1.position.comesAfter($0.position) }
    let rest = cursor.map { cursor in Array(sorted.drop { !$0.position.comesAfter(cursor) }) } ?? sorted
    let next = rest.count > limit ? rest[limit - 1].position.cursor : nil
    return Page(rest.prefix(limit).map(\.entry), next: next)
  }

  /// A page of a sorted list, without visiting the rest.
  func page(ofSorted all: [ListCursor]) -> Page<String> {
    let first = cursor.map { cursor in all.partitioningIndex { $0.comesAfter(cursor) } } ?? all.startIndex
    let elements = all[first...].prefix(limit)
    let next = elements.endIndex < all.endIndex ? elements.last?.cursor : nil
    return Page(elements.map(\.id), next: next)
  }
}

extension Timestamp {
  /// A rank that sorts like the time.
  var rank: UInt64 { UInt64(bitPattern: microseconds) ^ 1 << 63 }
}
