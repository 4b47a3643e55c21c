/// Selects drafts, their order and the page size.
public struct DraftListQuery: Hashable, Sendable {
  public var pagination: Pagination
  public var sorting: [DraftSorting]

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
  public var pageSize: Int
  public var offset: Int
  /// Where the next page begins; takes precedence over the offset.
  public var cursor: Cursor?

  public init(pageSize: Int, offset: Int = 0, cursor: Cursor? = nil) {
    self.pageSize = pageSize
    self.offset = offset
    self.cursor = cursor
  }
}

/// The sort order of drafts. Ties are broken by the key, so the order is always the same.
public struct DraftSorting: Hashable, Sendable {
  public enum Key: Hashable, Sendable {
    case createdAt
    case updatedAt
  }

  public var key: Key
  public var isAscending: Bool

  public init(key: Key, isAscending: Bool) {
    self.key = key
    self.isAscending = isAscending
  }
}

extension [DraftSorting] {
  /// Whether the first draft comes before the second one.
  public func areInOrder(_ left: DraftMessage, _ right: DraftMessage) -> Bool {
    for sorting in self {
      let one = sorting.key == .createdAt ? left.createdAt : left.updatedAt
      let other = sorting.key == .createdAt ? right.createdAt : right.updatedAt
      if one != other { return (one < other) == sorting.isAscending }
    }
    return left.key < right.key
  }
}
