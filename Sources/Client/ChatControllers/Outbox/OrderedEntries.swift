import ChatDomain
import DraftEngine

/// Some entries of the outbox, ordered by position. Almost always the first one is removed and a new one is added at the
/// end.
nonisolated struct OrderedEntries {
  /// The position of an entry: by its number, and among equal numbers in the order of arrival.
  struct Position: Comparable {
    let sequence: Int
    let arrival: Int
    let id: TransactionID

    static func < (left: Position, right: Position) -> Bool {
      (left.sequence, left.arrival) < (right.sequence, right.arrival)
    }
  }

  private var positions: [Position] = []
  /// The index of the first remaining entry: removing the first does not move the others.
  private var head = 0

  var isEmpty: Bool { head == positions.count }
  var first: TransactionID? { isEmpty ? nil : positions[head].id }
  var last: TransactionID? { isEmpty ? nil : positions[positions.count - 1].id }
  var ids: [TransactionID] { positions[head...].map(\.id) }

  mutating func insert(_ position: Position) {
    if let last = positions.last, head < positions.count, position < last {
      positions.insert(position, at: index(of: position))
    } else {
      positions.append(position)
    }
  }

  mutating func remove(_ position: Position) {
    let index = index(of: position)
    guard index < positions.count, positions[index] == position else { return }
    guard index == head else {
      positions.remove(at: index)
      return
    }
    head += 1
    // Half at a time, so that the cost of forgetting is negligible.
    if head * 2 > positions.count {
      positions.removeFirst(head)
      head = 0
    }
  }

  /// The first index whose position does not come before the given one.
  private func index(of position: Position) -> Int {
    positions[head...].partitioningIndex { $0 >= position }
  }
}
