import ChatDomain
import JSON

/// An event of a room, validated as far as possible by itself.
///
/// `meaning` parses the content, and `EventTrust` decides whether the event may have its effect. An immutable class, because nine
/// fields would be copied wherever an event is passed on.
final class MatrixEvent: Sendable {
  let id: MessageID
  let type: String
  let sender: UserID
  let room: ChannelID
  /// The state key; nil for events that are not state.
  let stateKey: String?
  /// In milliseconds since 1970, as the sender's server claims.
  let sentAt: Int
  let content: JSONNode
  /// Data added by the user's server, which is not signed.
  let unsigned: JSONNode?
  /// The whole event as received.
  let node: JSONNode

  /// - Parameter room: where the event was found. An event that names another room is rejected.
  init?(_ node: JSONNode, in room: ChannelID) {
    guard let id = node["event_id"].messageID, let sender = node["sender"].userID,
      let type = node["type"]?.shortString, !type.isEmpty, type.utf8.count <= MatrixGrammar.longest,
      let sentAt = node["origin_server_ts"]?.integer, let content = node["content"], content.kind == .object
    else { return nil }
    if let named = node["room_id"], !named.isString(room.rawValue) { return nil }
    if let key = node["state_key"] {
      guard let text = key.shortString, text.utf8.count <= MatrixGrammar.longest else { return nil }
      stateKey = text
    } else {
      stateKey = nil
    }
    self.id = id
    self.type = type
    self.sender = sender
    self.room = room
    self.sentAt = sentAt
    self.content = content
    unsigned = node["unsigned"]
    self.node = node
  }

  /// Reads a saved event.
  convenience init?(bytes: [UInt8], in room: ChannelID) {
    do throws(JSONError) {
      self.init(try JSONDocument(bytes, limits: .answer).root, in: room)
    } catch {
      return nil
    }
  }

  var bytes: [UInt8] { Array(node.raw) }

  /// Whether a server has redacted it.
  var isRedacted: Bool { unsigned?["redacted_because"]?.kind == .object }

  /// The first redaction, if the server bundles it. Later ones are only in the timeline.
  var redactedBecause: MatrixEvent? {
    unsigned?["redacted_because"].flatMap { MatrixEvent($0, in: room) }
  }

  /// The latest edit, if the server bundles it. It may be invalid.
  var bundledEdit: MatrixEvent? {
    unsigned?["m.relations"]?["m.replace"].flatMap { MatrixEvent($0, in: room) }
  }

  /// The server's summary of the thread: the number of replies, and the last one.
  var bundledThread: (count: Int, last: MatrixEvent?)? {
    guard let thread = unsigned?["m.relations"]?["m.thread"], let count = thread["count"]?.integer,
      (0..<1 << 32).contains(count)
    else { return nil }
    return (count, thread["latest_event"].flatMap { MatrixEvent($0, in: room) })
  }

  /// The event without its content, in the form in which servers return a redacted event.
  func redacted(by redaction: MatrixEvent) -> [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("event_id", id.rawValue)
        json.member("type", type)
        json.member("sender", sender.rawValue)
        json.member("origin_server_ts", sentAt)
        if let stateKey { json.member("state_key", stateKey) }
        json.object("content") { _ in }
        json.object("unsigned") { json in
          json.key("redacted_because")
          json.node(redaction.node)
        }
      }
    }
  }

  /// The member's previous standing, as the server claims.
  var previousStanding: RoomMember.Standing? {
    previousContent?["membership"]?.shortString.flatMap(RoomMember.Standing.init)
  }

  /// Whether the event replaces an earlier state, as the server claims.
  var replacesState: Bool { previousContent != nil || unsigned?["replaces_state"] != nil }

  /// The previous content, which only the user's server vouches for.
  var previousContent: JSONNode? { unsigned?["prev_content"] }
}

/// The parsed meaning of an event.
enum EventMeaning: Hashable, Sendable {
  case message(MessageContent)
  case edit(EditContent)
  /// An event that could not be decrypted. Its relation is in the clear.
  case encrypted(parent: MessageID?)
  case reaction(ReactionContent)
  case vote(VoteContent)
  case redaction(RedactionContent)
  case state(RoomState)
  case redacted
  /// Not shown.
  case other
}

extension MatrixEvent {
  /// The meaning of the event, before trust is checked.
  var meaning: EventMeaning {
    if stateKey != nil { return roomState.map { .state($0) } ?? .other }
    if type == EventType.redaction {
      return RedactionContent(content, redacts: node["redacts"]).map { .redaction($0) } ?? .other
    }
    if isRedacted { return .redacted }
    switch type {
    case _ where EventType.isMessage(type) && type != EventType.encrypted:
      // A redacted event has an empty content, even if the server does not bundle the redaction.
      if content.members.isEmpty { return .redacted }
      if content["m.relates_to"]?["rel_type"]?.isString("m.replace") == true {
        return EditContent(content, by: sender, of: kind).map { .edit($0) } ?? .other
      }
      return MessageContent(content, by: sender, of: kind).map { .message($0) } ?? .other
    case EventType.encrypted:
      if content.members.isEmpty { return .redacted }
      let relation = content["m.relates_to"]
      switch relation?["rel_type"]?.shortString {
      case "m.thread": return .encrypted(parent: relation?["event_id"].messageID)
      // An edit or reaction, which has no place of its own in the timeline.
      case .some: return .other
      case nil: return .encrypted(parent: nil)
      }
    case EventType.reaction: return ReactionContent(content).map { .reaction($0) } ?? .other
    case _ where EventType.pollResponses.contains(type):
      return VoteContent(content, isEnd: false).map { .vote($0) } ?? .other
    case _ where EventType.pollEnds.contains(type):
      return VoteContent(content, isEnd: true).map { .vote($0) } ?? .other
    default: return .other
    }
  }
}

extension MatrixEvent {
  private var kind: MessageContent.Kind {
    type == EventType.sticker ? .sticker : EventType.pollStarts.contains(type) ? .poll : .message
  }
}

/// The supported event types.
enum EventType {
  static let message = "m.room.message"
  static let encrypted = "m.room.encrypted"
  static let sticker = "m.sticker"
  /// Clients still use the unstable names of MSC3381.
  static let pollStarts: Set<String> = ["m.poll.start", "org.matrix.msc3381.poll.start"]
  static let pollResponses: Set<String> = ["m.poll.response", "org.matrix.msc3381.poll.response"]
  static let pollEnds: Set<String> = ["m.poll.end", "org.matrix.msc3381.poll.end"]
  static let reaction = "m.reaction"
  static let redaction = "m.room.redaction"
  static let create = "m.room.create"
  static let name = "m.room.name"
  static let topic = "m.room.topic"
  static let alias = "m.room.canonical_alias"
  static let joinRules = "m.room.join_rules"
  static let member = "m.room.member"
  static let powerLevels = "m.room.power_levels"
  static let pinned = "m.room.pinned_events"
  static let encryption = "m.room.encryption"
  static let historyVisibility = "m.room.history_visibility"
  static let tombstone = "m.room.tombstone"
  static let spaceChild = "m.space.child"
  static let typing = "m.typing"
  static let receipt = "m.receipt"
  static let presence = "m.presence"
  static let direct = "m.direct"
  static let fullyRead = "m.fully_read"
  static let tag = "m.tag"
  static let ignoredUsers = "m.ignored_user_list"
  static let pushRules = "m.push_rules"
  static let markedUnread = "m.marked_unread"
  /// The unstable name.
  static let earlyMarkedUnread = "com.famedly.marked_unread"
  /// The user's order of spaces; clients use the unstable name of MSC3230.
  static let spaceOrder = "m.space_order"
  static let earlySpaceOrder = "org.matrix.msc3230.space_order"

  /// Whether events of the type are messages, even if redacted or encrypted.
  static func isMessage(_ type: String) -> Bool {
    type == message || type == encrypted || type == sticker || pollStarts.contains(type)
  }
}
