public import ChatDomain
import JSON

/// What a person marked as read of all that concerns them, for all of their devices: everything up to a place, and single
/// items after it.
public struct InboxMark: Hashable, Sendable {
  /// As many single items as are kept: as many as an inbox has.
  public static let mostItems = 500

  public var readUpTo: Timetoken
  public private(set) var items: [InboxItemID]
  /// The same, in which nothing need be looked for.
  private var marked: Set<InboxItemID>

  public init(readUpTo: Timetoken = Timetoken(0), items: [InboxItemID] = []) {
    self.readUpTo = readUpTo
    self.items = items.suffix(Self.mostItems)
    marked = Set(self.items)
  }

  init(_ content: JSONNode) {
    let items =
      content["items"]?.elements.prefix(Self.mostItems).compactMap { node in
        (node as JSONNode?)?.shortString.map { InboxItemID($0) }
      } ?? []
    self.init(
      readUpTo: Timetoken(content["up_to"]?.shortString.flatMap { UInt64($0) } ?? 0), items: items)
  }

  /// Whether an item was marked.
  public func covers(_ id: InboxItemID, at token: Timetoken) -> Bool {
    token <= readUpTo || marked.contains(id)
  }

  /// Marks more; what was marked stays so.
  public mutating func add(_ reading: InboxReading) {
    switch reading {
    case .all(let token): readUpTo = max(readUpTo, token)
    case .items(let ids):
      items = (items + ids.filter { !marked.contains($0) }).suffix(Self.mostItems)
      marked = Set(items)
    }
  }

  /// Forgets single items that need no mark of their own any more.
  public mutating func forget(_ needless: Set<InboxItemID>) {
    items.removeAll { needless.contains($0) }
    marked.subtract(needless)
  }

  public var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("up_to", String(readUpTo.rawValue))
        json.member("items", items.map(\.rawValue))
      }
    }
  }
}
