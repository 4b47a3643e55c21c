import ChatDomain

/// Where a list continues: behind an entry with this rank and this id, which need not be there any more.
struct ListPlace: Hashable {
  enum List: String {
    case channels = "c", members = "p", messages = "m", pins = "i", search = "s", threads = "t", invitations =
      "v"
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

  /// Whether it stands behind another in a list of which the highest rank comes first.
  func comesAfter(_ other: ListPlace) -> Bool { (rank, id) < (other.rank, other.id) }
}

extension Timestamp {
  /// As a rank that sorts like the times do.
  var rank: UInt64 { UInt64(bitPattern: microseconds) ^ 1 << 63 }
}

extension Page {
  /// A page of entries in the order of their ranks, the highest first.
  static func page(
    of all: [(place: ListPlace, entry: Element)], after cursor: ListPlace?, limit: Int
  ) -> Page<Element> {
    let sorted = all.sorted { $1.place.comesAfter($0.place) }
    let rest = cursor.map { cursor in Array(sorted.drop { !$0.place.comesAfter(cursor) }) } ?? sorted
    let next = rest.count > limit ? rest[limit - 1].place.cursor : nil
    return Page(rest.prefix(limit).map(\.entry), next: next)
  }
}
