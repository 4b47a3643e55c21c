import ChatDomain
import DraftEngine

/// The cached channels, in order: opening a list needs the first of them, however many there are.
struct CachedChannels: Sendable {
  private struct Position: Comparable {
    let activity: Timestamp
    let id: ChannelID

    static func < (left: Position, right: Position) -> Bool {
      left.activity == right.activity ? left.id < right.id : left.activity > right.activity
    }
  }

  private var channels: [ChannelID: ChannelSummary] = [:]
  /// Their places, those with the latest activity first.
  private var order: [Position] = []

  mutating func save(_ summary: ChannelSummary) {
    let place = Position(activity: summary.lastActivity, id: summary.id)
    let before = channels.updateValue(summary, forKey: summary.id)
    if let before {
      guard before.lastActivity != place.activity else { return }
      order.remove(at: index(of: Position(activity: before.lastActivity, id: summary.id)))
    }
    order.insert(place, at: index(of: place))
  }

  mutating func remove(_ id: ChannelID) {
    guard let summary = channels.removeValue(forKey: id) else { return }
    order.remove(at: index(of: Position(activity: summary.lastActivity, id: id)))
  }

  /// At most `limit` channels from an offset.
  func latest(from offset: Int, _ limit: Int) -> [ChannelSummary] {
    order.dropFirst(max(0, offset)).prefix(max(0, limit)).compactMap { channels[$0.id] }
  }

  /// The first index whose place does not come before this one.
  private func index(of place: Position) -> Int {
    order.partitioningIndex { $0 >= place }
  }
}
