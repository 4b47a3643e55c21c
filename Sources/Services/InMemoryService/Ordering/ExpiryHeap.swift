import ChatDomain

/// Messages that expire, the next one first (a binary heap).
struct ExpiryHeap: Sendable {
  struct Entry: Sendable {
    let expiresAt: Timestamp
    let room: Int
    let token: UInt64

    /// By time, then by token: messages that expire at the same time do so in the order in which they came.
    static func < (left: Entry, right: Entry) -> Bool {
      (left.expiresAt, left.token) < (right.expiresAt, right.token)
    }
  }

  private var entries: [Entry] = []

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var index = entries.count - 1
    while index > 0, entries[index] < entries[(index - 1) / 2] {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes and returns the next message that has expired.
  mutating func popDue(at now: Timestamp) -> Entry? {
    guard let first = entries.first, first.expiresAt <= now else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var index = 0
    while true {
      let children = [2 * index + 1, 2 * index + 2].filter { $0 < entries.count }
      guard let least = children.min(by: { entries[$0] < entries[$1] }), entries[least] < entries[index]
      else { return first }
      entries.swapAt(index, least)
      index = least
    }
  }
}
