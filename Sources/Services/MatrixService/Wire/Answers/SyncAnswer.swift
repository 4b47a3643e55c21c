package import ChatDomain
import JSON

/// What happened since an answer before.
///
/// What is in it and is not understood, or is not what it should be, is left out, so that one broken event costs no
/// other.
package struct SyncAnswer: Sendable {
  /// What the next sync goes on from. It is kept together with what the answer changed, or not at all.
  let nextBatch: String
  let joined: [JoinedRoom]
  let invited: [InvitedRoom]
  let left: [LeftRoom]
  let knocked: [KnockedRoom]
  let accountData: [AccountData]
  let presence: [PresenceNews]
  /// Messages to this device, as they came.
  let toDevice: [ToDeviceMessage]

  /// Whether nothing happened.
  package var isEmpty: Bool {
    joined.isEmpty && invited.isEmpty && left.isEmpty && accountData.isEmpty && presence.isEmpty
      && knocked.isEmpty
      && toDevice.isEmpty
  }

  /// - Parameter me: the one who is signed in; only they are invited.
  package init(_ bytes: [UInt8], for me: UserID) throws(AnswerError) {
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
struct JoinedRoom: Sendable {
  let id: ChannelID
  let summary: RoomSummary
  /// The states before the timeline that were not told yet.
  let state: [MatrixEvent]
  let timeline: Timeline
  let ephemeral: [Ephemeral]
  let accountData: [AccountData]
  /// What the server counts as unread in the room itself; nil if it does not say.
  let unread: UnreadCounts?

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
struct InvitedRoom: Hashable, Sendable {
  let id: ChannelID
  let state: StrippedState

  init(_ id: ChannelID, _ node: JSONNode, for me: UserID) {
    self.id = id
    state = StrippedState(node["invite_state"]?["events"].elements ?? JSONNode?.none.elements, for: me)
  }
}

/// A room that one is in no longer, or that one did not want to enter.
struct LeftRoom: Sendable {
  let id: ChannelID
  let timeline: Timeline

  init(_ id: ChannelID, _ node: JSONNode) {
    self.id = id
    timeline = Timeline(node["timeline"], in: id)
  }
}

/// The latest events of a room, the oldest first.
struct Timeline: Sendable {
  let events: [MatrixEvent]
  /// Whether there were more between the answer before and these.
  let isLimited: Bool
  /// Where the history before the first of them is.
  let previousBatch: String?

  init(_ node: JSONNode?, in room: ChannelID) {
    events = node?["events"].events(in: room) ?? []
    isLimited = node?["limited"]?.bool == true
    previousBatch = node?.optionalToken("prev_batch")
  }
}

/// What a room's name can be made of where it has none.
struct RoomSummary: Hashable, Sendable {
  /// Nil: as before.
  let heroes: [UserID]?
  let joinedCount: Int?

  init(_ node: JSONNode?) {
    heroes = node?["m.heroes"].map { $0.elements.prefix(20).compactMap { ($0 as JSONNode?).userID } }
    joinedCount = node?["m.joined_member_count"]?.count
  }
}

/// What a server counts as unread.
struct UnreadCounts: Hashable, Sendable {
  let notifications: Int
  let highlights: Int
}

extension UnreadCounts {
  init?(_ node: JSONNode?) {
    guard let node, node.kind == .object else { return nil }
    notifications = node["notification_count"]?.count ?? 0
    highlights = node["highlight_count"]?.count ?? 0
  }
}

/// Whether somebody is there.
struct PresenceNews: Hashable, Sendable {
  let user: UserID
  let state: PresenceState

  init?(_ node: JSONNode) {
    guard node["type"]?.isString(EventType.presence) == true, let user = node["sender"].userID,
      let content = node["content"], let state = PresenceState(content)
    else { return nil }
    self.user = user
    self.state = state
  }
}

/// What a server says of somebody's presence.
struct PresenceState: Hashable, Sendable {
  let isOnline: Bool
  /// How long ago they did something.
  let idle: Duration?

  init?(_ content: JSONNode) {
    switch content["presence"]?.shortString {
    case "online", "unavailable": isOnline = true
    case "offline": isOnline = false
    default: return nil
    }
    idle = content["last_active_ago"]?.integer.flatMap { $0 >= 0 ? .milliseconds($0) : nil }
  }

  /// The contract's form of it.
  func presence(now: Timestamp) -> Presence {
    if isOnline { return .online }
    return .offline(since: idle.map { Timestamp(microseconds: max(0, (now + (.zero - $0)).microseconds)) })
  }
}

/// A message from one device to this one, which is in no room.
struct ToDeviceMessage: Sendable {
  let type: String
  let sender: UserID
  let content: JSONNode

  init?(_ node: JSONNode) {
    guard let type = node["type"]?.shortString, let sender = node["sender"].userID,
      let content = node["content"]
    else { return nil }
    self.type = type
    self.sender = sender
    self.content = content
  }
}

/// A room that one asked to be let into.
struct KnockedRoom: Hashable, Sendable {
  let id: ChannelID
  let state: StrippedState
  /// Why one asked.
  let reason: String?

  init(_ id: ChannelID, _ node: JSONNode, for me: UserID) {
    self.id = id
    let events = node["knock_state"]?["events"].elements ?? JSONNode?.none.elements
    state = StrippedState(events, for: me)
    reason =
      events.prefix(200).compactMap { event -> String? in
        guard event["type"]?.isString(EventType.member) == true, event["state_key"].userID == me,
          event["content"]?["membership"]?.isString("knock") == true
        else { return nil }
        return event["content"]?["reason"].knockReason
      }.first
  }
}

extension JSONNode? {
  /// Why somebody asks to be let in, on one line and as long as it may be.
  var knockReason: String? {
    self?.string?.line(maxBytes: KnockRules.longestReason).flatMap { KnockRules.reason($0) }
  }
}
