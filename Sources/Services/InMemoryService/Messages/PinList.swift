import ChatDomain

/// The pinned messages of a room, the most recently pinned at the end.
struct PinList: Sendable {
  private var order = OrderedLog<PinListEntry>()
  private var places: [UInt64: UInt64] = [:]

  /// - Parameter place: a token higher than all before.
  mutating func pin(_ message: UInt64, at place: UInt64) {
    unpin(message)
    places[message] = place
    order.insert(PinListEntry(token: place, message: message))
  }

  mutating func unpin(_ message: UInt64) {
    guard let place = places.removeValue(forKey: message) else { return }
    order.remove(place)
  }

  /// The pins before a place, the most recently pinned first.
  func pins(before place: UInt64) -> some Sequence<PinListEntry> {
    let end = order.count(below: place)
    return (0..<end).reversed().lazy.map { order.element(at: $0) }
  }
}

struct PinListEntry: Tokened, Sendable {
  let token: UInt64
  let message: UInt64
}
