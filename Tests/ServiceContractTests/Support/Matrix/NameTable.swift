import ChatDomain
import Synchronization

/// Which id of the server stands for which id of the tests.
final class NameTable: Sendable {
  private struct Channels {
    var wishes: [ChannelID: ChannelID] = [:]
    var names: [ChannelID: ChannelID] = [:]
  }

  /// What the ids of one test's people end with.
  let ending: String
  private let channels = Mutex(Channels())

  init(world: Int, at server: String) { ending = "-w\(world):\(server)" }

  /// From the tests to the server. What nobody made has no other id.
  var outward: Translation {
    Translation(
      user: { [ending] id in
        id.rawValue.isEmpty || id.rawValue.hasPrefix("@") ? id : UserID("@\(id)\(ending)")
      },
      channel: { [self] id in channels.withLock { $0.wishes[id] ?? id } })
  }

  /// From the server to the tests.
  var inward: Translation {
    Translation(
      user: { [ending] id in
        guard id.rawValue.hasPrefix("@"), id.rawValue.hasSuffix(ending) else { return id }
        return UserID(String(id.rawValue.dropFirst().dropLast(ending.count)))
      },
      channel: { [self] id in channels.withLock { $0.names[id] ?? id } })
  }

  /// Whether it is one of this test's people.
  func knows(_ user: UserID) -> Bool { user.rawValue.hasSuffix(ending) }

  /// Lets the tests call a channel as they wished to, unless there is one that they call so.
  func note(_ wish: ChannelID, for id: ChannelID) {
    channels.withLock { channels in
      guard channels.wishes[wish] == nil else { return }
      channels.wishes[wish] = id
      channels.names[id] = wish
    }
  }
}
