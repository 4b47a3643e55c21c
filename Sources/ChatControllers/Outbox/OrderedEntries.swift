import ChatDomain
import DraftEngine

/// Some entries of the outbox, ordered by place. Almost always the first one is removed and a new one is added at the
/// end.
nonisolated struct OrderedEntries {
  /// The place of an entry: by its number, and among equal numbers in the order of arrival.
  struct Place: Comparable {
    let sequence: Int
    let arrival: Int
    let id: TransactionID

    static func < (left: Place, right: Place) -> Bool {
      (left.sequence, left.arrival) < (right.sequence, right.arrival)
    }
  }

  private var places: [Place] = []
  /// The index of the first remaining entry: removing the first does not move the others.
  private var head = 0

  var isEmpty: Bool { head == places.count }
  var first: TransactionID? { isEmpty ? nil : places[head].id }
  var last: TransactionID? { isEmpty ? nil : places[places.count - 1].id }
  var ids: [TransactionID] { places[head...].map(\.id) }

  mutating func insert(_ place: Place) {
    if let last = places.last, head < places.count, place < last {
      places.insert(place, at: index(of: place))
    } else {
      places.append(place)
    }
  }

  mutating func remove(_ place: Place) {
    let index = index(of: place)
    guard index < places.count, places[index] == place else { return }
    guard index == head else {
      places.remove(at: index)
      return
    }
    head += 1
    // Half at a time, so that the cost of forgetting is negligible.
    if head * 2 > places.count {
      places.removeFirst(head)
      head = 0
    }
  }

  /// The first index whose place does not come before the given one.
  private func index(of place: Place) -> Int {
    places[head...].partitioningIndex { $0 >= place }
  }
}
