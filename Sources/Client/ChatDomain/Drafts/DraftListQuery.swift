/// Selects drafts, their order and the page size.
public struct DraftListQuery: Hashable, Sendable {
  /// The requested part of the list.
  public var pagination: Pagination
  /// The sort criteria in order of precedence. Ties are broken by the key, so the order is always the same.
  public var sorting: [DraftSorting]

  /// Without arguments: the 25 drafts that were begun last.
  public init(
    pagination: Pagination = Pagination(pageSize: 25, offset: 0),
    sorting: [DraftSorting] = [DraftSorting(key: .createdAt, isAscending: false)]
  ) {
    self.pagination = pagination
    self.sorting = sorting
  }
}

/// A part of a list.
public struct Pagination: Hashable, Sendable {
  /// The most elements that an answer may have; a service may give fewer.
  public var pageSize: Int
  /// The number of elements before the page. It shifts when the list changes; a ``cursor`` does not.
  public var offset: Int
  /// Where the next page begins; takes precedence over the offset.
  public var cursor: Cursor?

  /// Without an offset or a cursor, the page is the first.
  public init(pageSize: Int, offset: Int = 0, cursor: Cursor? = nil) {
    self.pageSize = pageSize
    self.offset = offset
    self.cursor = cursor
  }
}

/// The sort order of drafts. Ties are broken by the key, so the order is always the same.
public struct DraftSorting: Hashable, Sendable {
  /// What drafts are compared by.
  public enum Key: Hashable, Sendable {
    /// The time at which the draft was begun, which editing it does not change.
    case createdAt
    /// The time of the last edit, so that the order changes during writing.
    case updatedAt
  }

  /// What is compared.
  public var key: Key
  /// Whether the earliest comes first.
  public var isAscending: Bool

  /// An order for ``DraftListQuery/sorting``.
  public init(key: Key, isAscending: Bool) {
    self.key = key
    self.isAscending = isAscending
  }
}

extension [DraftSorting] {
  /// Whether the first draft comes before the second one.
  public func areInOrder(_ left: DraftMessage, _ right: DraftMessage) -> Bool {
    areInOrder(DraftRank(left), DraftRank(right))
  }

  /// Whether the first rank precedes the second one; for sorting many drafts.
  package func areInOrder(_ left: DraftRank, _ right: DraftRank) -> Bool {
    for sorting in self {
      let one = sorting.key == .createdAt ? left.createdAt : left.updatedAt
      let other = sorting.key == .createdAt ? right.createdAt : right.updatedAt
      if one != other { return (one < other) == sorting.isAscending }
    }
    return left.key < right.key
  }
}

/// What drafts are sorted by, without their words.
package struct DraftRank {
  package let key: DraftKey
  package let createdAt: Timestamp
  package let updatedAt: Timestamp

  package init(key: DraftKey, createdAt: Timestamp, updatedAt: Timestamp) {
    self.key = key
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }

  init(_ draft: DraftMessage) {
    self.init(key: draft.key, createdAt: draft.createdAt, updatedAt: draft.updatedAt)
  }
}
