import ChatDomain

/// What the people of the demo look at before they do something.
extension InMemoryChatService {
  struct Scene: Sendable {
    var members: [UserID]
    var isDirect: Bool
  }

  struct Stage: Sendable {
    var channels: [ChannelID: [UserID]] = [:]
    var directs: [ChannelID: UserID] = [:]
    var threads: [ChannelID: [MessageID]] = [:]
  }

  /// Who could answer in a channel.
  func scene(of channel: ChannelID, without user: UserID) -> Scene? {
    withState { state in
      guard let room = state.roomNumbers[channel] else { return nil }
      return Scene(
        members: state.peers(in: room, without: user), isDirect: state.rooms[room].channel.type == .direct)
    }
  }

  /// The channels of a person, who else is there, and what one could reply to.
  func stage(for user: UserID) -> Stage {
    withState { state in
      var stage = Stage()
      for room in state.desks[user]?.rooms ?? [] {
        let channel = state.rooms[room].channel
        let peers = state.peers(in: room, without: user)
        if channel.type == .direct {
          stage.directs[channel.id] = peers.first
        } else if !peers.isEmpty {
          stage.channels[channel.id] = peers
        }
        let log = state.rooms[room].log
        stage.threads[channel.id] = log.elements(in: log.count - 8..<log.count).filter {
          $0.countsAsUnread && !$0.isReply
        }.map(\.id)
      }
      return stage
    }
  }

  /// A look at what a person is told, which does not make them be there.
  func observe(_ user: UserID) -> EventPump {
    let latest = withState { state in
      _ = state.addDevice(of: user)
      return state.desks[user]?.events?.lastSequence ?? 0
    }
    let key = DeviceKey(user: user, device: "observer")
    return EventPump(
      service: self, link: DeviceLink(seed: 0, key: key), user: user, stream: makeStreamID(), after: latest)
  }
}

extension ServiceState {
  /// The members but one, in the order they came.
  func peers(in room: Int, without user: UserID) -> [UserID] {
    let order = rooms[room].memberOrder
    return order.elements(in: 0..<order.count).map(\.user).filter { $0 != user }
  }
}
