public import ChatDomain
public import JSON

/// Whether somebody is there.
public struct PresenceNews: Hashable, Sendable {
  public let user: UserID
  public let state: PresenceState

  init?(_ node: JSONNode) {
    guard node["type"]?.isString(EventType.presence) == true, let user = node["sender"].userID,
      let content = node["content"], let state = PresenceState(content)
    else { return nil }
    self.user = user
    self.state = state
  }
}

/// What a server says of somebody's presence.
public struct PresenceState: Hashable, Sendable {
  public let isOnline: Bool
  /// How long ago they did something.
  public let idle: Duration?

  init?(_ content: JSONNode) {
    switch content["presence"]?.shortString {
    case "online", "unavailable": isOnline = true
    case "offline": isOnline = false
    default: return nil
    }
    idle = content["last_active_ago"]?.integer.flatMap { $0 >= 0 ? .milliseconds($0) : nil }
  }

  /// The contract's form of it.
  public func presence(now: Timestamp) -> Presence {
    if isOnline { return .online }
    return .offline(since: idle.map { Timestamp(microseconds: max(0, (now + (.zero - $0)).microseconds)) })
  }
}

/// A message from one device to this one, which is in no room.
public struct ToDeviceMessage: Sendable {
  public let type: String
  public let sender: UserID
  public let content: JSONNode

  init?(_ node: JSONNode) {
    guard let type = node["type"]?.shortString, let sender = node["sender"].userID,
      let content = node["content"]
    else { return nil }
    self.type = type
    self.sender = sender
    self.content = content
  }
}
