package import ChatDomain
import DraftEngine

/// The sort key of a list: latest item first, ties broken by the id.
package nonisolated struct ListSortKey<ID: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
  let at: Timestamp
  /// Orders two messages of the same time; a message the service does not have yet counts as later than all others.
  package let timetoken: Timetoken
  package let id: ID

  package init(at: Timestamp, timetoken: Timetoken, id: ID) {
    self.at = at
    self.timetoken = timetoken
    self.id = id
  }

  package static func < (left: ListSortKey, right: ListSortKey) -> Bool {
    if left.at != right.at { return left.at > right.at }
    if left.timetoken != right.timetoken { return left.timetoken > right.timetoken }
    return left.id < right.id
  }
}

/// A row of a sorted list.
package nonisolated protocol SortedRow: Identifiable, Equatable, Sendable
where ID: Hashable & Comparable & Sendable {
  var sortKey: ListSortKey<ID> { get }
}

/// Rows in the order of their keys; efficient for many rows that move often.
package nonisolated struct SortedList<Row: SortedRow>: Sendable {
  private var rows: [Row.ID: Row] = [:]
  private var keys: [ListSortKey<Row.ID>] = []
  private var keysById: [Row.ID: ListSortKey<Row.ID>] = [:]

  package var count: Int { keys.count }
  /// All rows, in order.
  package var sorted: [Row] { keys.compactMap { rows[$0.id] } }
  /// All rows, in any order.
  package var unsorted: some Collection<Row> { rows.values }
  /// The ids of all rows, in any order.
  package var ids: some Collection<Row.ID> { rows.keys }

  /// The ids of the rows that satisfy a condition, in any order. Copies no rows.
  package func ids(where isWanted: (Row) -> Bool) -> [Row.ID] {
    let values = rows.values
    return values.indices.filter { isWanted(values[$0]) }.map { rows.keys[$0] }
  }

  /// The first rows, in order.
  package func first(_ count: Int) -> [Row] { keys.prefix(count).compactMap { rows[$0.id] } }

  package subscript(id: Row.ID) -> Row? { rows[id] }

  package func contains(_ id: Row.ID) -> Bool { keysById.index(forKey: id) != nil }

  /// The row at an index; nil if there is none.
  package func row(at index: Int) -> Row? { keys.indices.contains(index) ? rows[keys[index].id] : nil }

  package func index(of id: Row.ID) -> Int? { keysById[id].map(index) }

  /// Inserts a row, or replaces and moves it.
  ///
  /// - Returns: nil if nothing changed.
  package mutating func upsert(_ row: Row) -> ListChange<Row.ID>? {
    guard rows[row.id] != row else { return nil }
    rows[row.id] = row
    return move(to: row.sortKey)
  }

  package mutating func remove(_ id: Row.ID) -> ListChange<Row.ID>? {
    rows[id] = nil
    guard let old = keysById.removeValue(forKey: id) else { return nil }
    let source = index(of: old)
    keys.remove(at: source)
    return .removed(id, at: source)
  }

  private mutating func move(to key: ListSortKey<Row.ID>) -> ListChange<Row.ID> {
    guard let old = keysById[key.id] else {
      let target = index(of: key)
      keys.insert(key, at: target)
      keysById[key.id] = key
      return .inserted(key.id, at: target)
    }
    let source = index(of: old)
    guard old != key else { return .updated(key.id, at: source) }
    keys.remove(at: source)
    let target = index(of: key)
    keys.insert(key, at: target)
    keysById[key.id] = key
    return source == target ? .updated(key.id, at: target) : .moved(key.id, from: source, to: target)
  }

  /// The first index whose key does not precede the given one.
  private func index(of key: ListSortKey<Row.ID>) -> Int {
    keys.partitioningIndex { $0 >= key }
  }
}
