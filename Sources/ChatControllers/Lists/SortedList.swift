import ChatDomain
import DraftEngine

/// The position of an item in a list whose latest item comes first; ties are broken by the id.
nonisolated struct ListSortKey<ID: Hashable & Comparable & Sendable>: Hashable, Comparable, Sendable {
  let at: Timestamp
  /// Orders two messages of the same time; a message the service does not have yet counts as later than all others.
  let timetoken: Timetoken
  let id: ID

  static func < (left: ListSortKey, right: ListSortKey) -> Bool {
    if left.at != right.at { return left.at > right.at }
    if left.timetoken != right.timetoken { return left.timetoken > right.timetoken }
    return left.id < right.id
  }
}

/// Items ordered by their places; efficient for many items that move often.
nonisolated struct SortedList<ID: Hashable & Comparable & Sendable>: Sendable {
  private(set) var places: [ListSortKey<ID>] = []
  private var known: [ID: ListSortKey<ID>] = [:]

  var count: Int { places.count }
  var ids: [ID] { places.map(\.id) }

  func contains(_ id: ID) -> Bool { known[id] != nil }

  func index(of id: ID) -> Int? { known[id].map(index) }

  /// Moves or inserts an item to its new place.
  mutating func put(_ place: ListSortKey<ID>) -> ListChange<ID> {
    guard let old = known[place.id] else {
      let target = index(of: place)
      places.insert(place, at: target)
      known[place.id] = place
      return .inserted(place.id, at: target)
    }
    let source = index(of: old)
    guard old != place else { return .updated(place.id, at: source) }
    places.remove(at: source)
    let target = index(of: place)
    places.insert(place, at: target)
    known[place.id] = place
    return source == target ? .updated(place.id, at: target) : .moved(place.id, from: source, to: target)
  }

  mutating func remove(_ id: ID) -> ListChange<ID>? {
    guard let old = known.removeValue(forKey: id) else { return nil }
    let source = index(of: old)
    places.remove(at: source)
    return .removed(id, at: source)
  }

  /// The first index whose place does not come before the given one.
  private func index(of place: ListSortKey<ID>) -> Int {
    places.partitioningIndex { $0 >= place }
  }
}
