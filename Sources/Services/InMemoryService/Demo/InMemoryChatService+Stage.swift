import ChatDomain

/// The information the people of the demo use before they act.
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

  /// The members who could answer in a channel.
  func scene(of channel: ChannelID, without user: UserID) -> Scene? {
    withState { state in
      guard let room = state.directory[channel] else { return nil }
      return Scene(
        members: state.rooms[room].members.idsInOrder.filter { $0 != user },
        isDirect: state.rooms[room].channel.type == .direct)
    }
  }

  /// The channels of a user, their other members, and the messages one could reply to.
  func stage(for user: UserID) -> Stage {
    withState { state in
      var stage = Stage()
      for room in state.channelLists.rooms(of: user) {
        let channel = state.rooms[room].channel
        let peers = state.rooms[room].members.idsInOrder.filter { $0 != user }
        if channel.type == .direct {
          stage.directs[channel.id] = peers.first
        } else if !peers.isEmpty {
          stage.channels[channel.id] = peers
        }
        let log = state.rooms[room].history.log
        stage.threads[channel.id] = log.elements(in: log.count - 8..<log.count).filter {
          $0.countsAsUnread && !$0.isReply
        }.map(\.id)
      }
      return stage
    }
  }

  /// Observes a user's events without making the user appear online.
  func observe(_ user: UserID) -> EventPump {
    let latest = withState { state in
      _ = state.addDevice(of: user)
      return state.events.lastSequence(of: user)
    }
    let key = DeviceKey(user: user, device: "observer")
    return EventPump(
      service: self, link: DeviceLink(seed: 0, key: key), user: user, stream: makeStreamID(), after: latest)
  }
}
