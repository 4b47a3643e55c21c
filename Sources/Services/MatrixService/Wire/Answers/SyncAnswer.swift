public import ChatDomain
public import JSON

/// What happened since an answer before.
///
/// What is in it and is not understood, or is not what it should be, is left out, so that one broken event costs no
/// other.
public struct SyncAnswer: Sendable {
  /// What the next sync goes on from. It is kept together with what the answer changed, or not at all.
  public let nextBatch: String
  public let joined: [JoinedRoom]
  public let invited: [InvitedRoom]
  public let left: [LeftRoom]
  public let knocked: [KnockedRoom]
  public let accountData: [AccountData]
  public let presence: [PresenceNews]
  /// Messages to this device, as they came.
  public let toDevice: [ToDeviceMessage]

  /// Whether nothing happened.
  public var isEmpty: Bool {
    joined.isEmpty && invited.isEmpty && left.isEmpty && accountData.isEmpty && presence.isEmpty
      && knocked.isEmpty
      && toDevice.isEmpty
  }

  /// - Parameter me: the one who is signed in; only they are invited.
  public init(_ bytes: [UInt8], for me: UserID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    nextBatch = try root.token("next_batch")
    let rooms = root["rooms"]
    joined = rooms?["join"].rooms { JoinedRoom($0, $1) } ?? []
    invited = rooms?["invite"].rooms { InvitedRoom($0, $1, for: me) } ?? []
    left = rooms?["leave"].rooms { LeftRoom($0, $1) } ?? []
    knocked = rooms?["knock"].rooms { KnockedRoom($0, $1, for: me) } ?? []
    accountData = root["account_data"]?["events"].elements.compactMap { AccountData($0) } ?? []
    presence = root["presence"]?["events"].elements.compactMap { PresenceNews($0) } ?? []
    toDevice = root["to_device"]?["events"].elements.compactMap { ToDeviceMessage($0) } ?? []
  }
}

/// A room that one is in.
public struct JoinedRoom: Sendable {
  public let id: ChannelID
  public let summary: RoomSummary
  /// The states before the timeline that were not told yet.
  public let state: [MatrixEvent]
  public let timeline: Timeline
  public let ephemeral: [Ephemeral]
  public let accountData: [AccountData]
  /// What the server counts as unread in the room itself; nil if it does not say.
  public let unread: UnreadCounts?

  init(_ id: ChannelID, _ node: JSONNode) {
    self.id = id
    summary = RoomSummary(node["summary"])
    state = node["state"]?["events"].states(in: id) ?? []
    timeline = Timeline(node["timeline"], in: id)
    ephemeral = node["ephemeral"]?["events"].elements.compactMap { Ephemeral($0) } ?? []
    accountData = node["account_data"]?["events"].elements.compactMap { AccountData($0, about: id) } ?? []
    unread = UnreadCounts(node["unread_notifications"])
  }
}

/// A room that one is asked into.
public struct InvitedRoom: Hashable, Sendable {
  public let id: ChannelID
  public let state: StrippedState

  init(_ id: ChannelID, _ node: JSONNode, for me: UserID) {
    self.id = id
    state = StrippedState(node["invite_state"]?["events"].elements ?? JSONNode?.none.elements, for: me)
  }
}

/// A room that one is in no longer, or that one did not want to enter.
public struct LeftRoom: Sendable {
  public let id: ChannelID
  public let timeline: Timeline

  init(_ id: ChannelID, _ node: JSONNode) {
    self.id = id
    timeline = Timeline(node["timeline"], in: id)
  }
}

/// The latest events of a room, the oldest first.
public struct Timeline: Sendable {
  public let events: [MatrixEvent]
  /// Whether there were more between the answer before and these.
  public let isLimited: Bool
  /// Where the history before the first of them is.
  public let previousBatch: String?

  init(_ node: JSONNode?, in room: ChannelID) {
    events = node?["events"].events(in: room) ?? []
    isLimited = node?["limited"]?.bool == true
    previousBatch = node?.optionalToken("prev_batch")
  }
}

/// What a room's name can be made of where it has none.
public struct RoomSummary: Hashable, Sendable {
  /// Nil: as before.
  public let heroes: [UserID]?
  public let joinedCount: Int?

  init(_ node: JSONNode?) {
    heroes = node?["m.heroes"].map { $0.elements.prefix(20).compactMap { ($0 as JSONNode?).userID } }
    joinedCount = node?["m.joined_member_count"]?.count
  }
}

/// What a server counts as unread.
public struct UnreadCounts: Hashable, Sendable {
  public let notifications: Int
  public let highlights: Int

  public init(notifications: Int, highlights: Int) {
    self.notifications = notifications
    self.highlights = highlights
  }

  init?(_ node: JSONNode?) {
    guard let node, node.kind == .object else { return nil }
    notifications = node["notification_count"]?.count ?? 0
    highlights = node["highlight_count"]?.count ?? 0
  }
}

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
