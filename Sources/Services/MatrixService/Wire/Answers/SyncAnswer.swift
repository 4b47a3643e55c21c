package import ChatDomain
import JSON

/// The changes since an earlier sync.
///
/// Unknown and malformed parts are skipped, so that a broken event does not affect the others.
package struct SyncAnswer: Sendable {
  /// The token for the next sync. It is saved together with the changes.
  let nextBatch: String
  let joined: [JoinedRoom]
  let invited: [InvitedRoom]
  let left: [LeftRoom]
  let knocked: [KnockedRoom]
  let accountData: [AccountData]
  let presence: [PresenceNews]
  /// The whole answer.
  let root: JSONNode

  /// Whether there are no changes.
  package var isEmpty: Bool {
    joined.isEmpty && invited.isEmpty && left.isEmpty && accountData.isEmpty && presence.isEmpty
      && knocked.isEmpty && !hasKeyNews
  }

  /// Whether there are to-device messages or changed device lists.
  private var hasKeyNews: Bool {
    let lists = root["device_lists"]
    return [root["to_device"]?["events"], lists?["changed"], lists?["left"]].contains { !$0.elements.isEmpty }
  }

  /// - Parameter me: the signed-in user, to whom invitations must be addressed.
  package init(_ bytes: [UInt8], for me: UserID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    self.root = root
    nextBatch = try root.token("next_batch")
    let rooms = root["rooms"]
    joined = rooms?["join"].rooms { JoinedRoom($0, $1) } ?? []
    invited = rooms?["invite"].rooms { InvitedRoom($0, $1, for: me) } ?? []
    left = rooms?["leave"].rooms { LeftRoom($0, $1) } ?? []
    knocked = rooms?["knock"].rooms { KnockedRoom($0, $1, for: me) } ?? []
    accountData = root["account_data"]?["events"].elements.compactMap { AccountData($0) } ?? []
    presence = root["presence"]?["events"].elements.compactMap { PresenceNews($0) } ?? []
  }
}

struct JoinedRoom: Sendable {
  let id: ChannelID
  let summary: RoomSummary
  /// Changes of the state up to the start of the timeline.
  let state: [MatrixEvent]
  let timeline: Timeline
  let ephemeral: [Ephemeral]
  let accountData: [AccountData]
  /// The server's unread counts, without threads; nil if there are none.
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

struct InvitedRoom: Hashable, Sendable {
  let id: ChannelID
  let state: StrippedState

  init(_ id: ChannelID, _ node: JSONNode, for me: UserID) {
    self.id = id
    state = StrippedState(node["invite_state"]?["events"].elements ?? JSONNode?.none.elements, for: me)
  }
}

/// A room that the user left, or whose invitation they declined.
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
  /// Whether there are more events between the previous answer and these.
  let isLimited: Bool
  /// The token before the first event.
  let previousBatch: String?

  init(_ node: JSONNode?, in room: ChannelID) {
    events = node?["events"].events(in: room) ?? []
    isLimited = node?["limited"]?.bool == true
    previousBatch = node?.optionalToken("prev_batch")
  }
}

/// Values for the name of an unnamed room.
struct RoomSummary: Hashable, Sendable {
  /// Nil: unchanged.
  let heroes: [UserID]?
  let joinedCount: Int?

  init(_ node: JSONNode?) {
    heroes = node?["m.heroes"].map { $0.elements.prefix(20).compactMap { ($0 as JSONNode?).userID } }
    joinedCount = node?["m.joined_member_count"]?.count
  }
}

/// The server's unread counts.
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

/// The presence of a user.
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

/// A presence as the server describes it.
struct PresenceState: Hashable, Sendable {
  let isOnline: Bool
  /// The time since the last activity.
  let idle: Duration?

  init?(_ content: JSONNode) {
    switch content["presence"]?.shortString {
    case "online", "unavailable": isOnline = true
    case "offline": isOnline = false
    default: return nil
    }
    idle = content["last_active_ago"]?.integer.flatMap { $0 >= 0 ? .milliseconds($0) : nil }
  }

  /// The contract's presence.
  func presence(now: Timestamp) -> Presence {
    if isOnline { return .online }
    return .offline(since: idle.map { Timestamp(microseconds: max(0, (now + (.zero - $0)).microseconds)) })
  }
}

/// A room that the user has knocked on.
struct KnockedRoom: Hashable, Sendable {
  let id: ChannelID
  let state: StrippedState
  /// The user's reason.
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
  /// The reason of a knock, on one line and limited in length.
  var knockReason: String? {
    self?.string?.line(maxBytes: KnockRules.longestReason).flatMap { KnockRules.reason($0) }
  }
}
