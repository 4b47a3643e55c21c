import ChatDomain
import JSON

/// An event of a room, checked as far as one event alone can be.
///
/// Its content is not: that is what `meaning` is for. Whether it may do what it wants to do is said by `EventTrust`. It
/// never changes, and is handed on as one reference instead of its nine fields.
final class MatrixEvent: Sendable {
  let id: MessageID
  let type: String
  let sender: UserID
  let room: ChannelID
  /// What of the room the event is the state of; nil for one that is no state.
  let stateKey: String?
  /// In milliseconds since 1970, as the sender's server says: any number.
  let sentAt: Int
  let content: JSONNode
  /// What the own server adds, and nobody signed.
  let unsigned: JSONNode?
  /// The whole event as it came.
  let node: JSONNode

  /// - Parameter room: where the event was found. One that says it is of another room is none of this one.
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

  /// The event as it was kept.
  convenience init?(bytes: [UInt8], in room: ChannelID) {
    do throws(JSONError) {
      self.init(try JSONDocument(bytes, limits: .answer).root, in: room)
    } catch {
      return nil
    }
  }

  var bytes: [UInt8] { Array(node.raw) }

  /// Whether a server took the content away.
  var isRedacted: Bool { unsigned?["redacted_because"]?.kind == .object }

  /// The first redaction of the event, if the server sends it along. A later one is only in the timeline.
  var redactedBecause: MatrixEvent? {
    unsigned?["redacted_because"].flatMap { MatrixEvent($0, in: room) }
  }

  /// The last edit that the server knows of, if it sends it along. Servers also send those that may not be.
  var bundledEdit: MatrixEvent? {
    unsigned?["m.relations"]?["m.replace"].flatMap { MatrixEvent($0, in: room) }
  }

  /// What the server says of the thread below: how many replies, and the last.
  var bundledThread: (count: Int, last: MatrixEvent?)? {
    guard let thread = unsigned?["m.relations"]?["m.thread"], let count = thread["count"]?.integer,
      (0..<1 << 32).contains(count)
    else { return nil }
    return (count, thread["latest_event"].flatMap { MatrixEvent($0, in: room) })
  }

  /// The event without its content, as servers send it after a redaction that counts.
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

  /// What the member was to the room before, as the server says.
  var previousStanding: RoomMember.Standing? {
    previousContent?["membership"]?.shortString.flatMap(RoomMember.Standing.init)
  }

  /// Whether there was such a state before this one, as the server says.
  var replacesState: Bool { previousContent != nil || unsigned?["replaces_state"] != nil }

  /// The state before this one, of which its sender is nobody's guarantor but the server.
  var previousContent: JSONNode? { unsigned?["prev_content"] }
}

/// What an event of a room says.
enum EventMeaning: Hashable, Sendable {
  case message(MessageContent)
  case edit(EditContent)
  /// Nobody here can read it yet. What it belongs to is said in the clear.
  case encrypted(parent: MessageID?)
  case reaction(ReactionContent)
  case vote(VoteContent)
  case redaction(RedactionContent)
  case state(RoomState)
  /// Its content was taken away, and with it what it was.
  case redacted
  /// Nothing that is shown.
  case other
}

extension MatrixEvent {
  /// What the event says, whoever may say it.
  var meaning: EventMeaning {
    if stateKey != nil { return roomState.map { .state($0) } ?? .other }
    if type == EventType.redaction {
      return RedactionContent(content, redacts: node["redacts"]).map { .redaction($0) } ?? .other
    }
    if isRedacted { return .redacted }
    switch type {
    case _ where EventType.isMessage(type) && type != EventType.encrypted:
      // The server leaves nothing in the content of what was redacted, even where it does not say why.
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
      // An edit or a reaction: it has no place of its own.
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
  /// What kind of message it is, if it is one.
  private var kind: MessageContent.Kind {
    type == EventType.sticker ? .sticker : EventType.pollStarts.contains(type) ? .poll : .message
  }
}

extension JSONMembers {
  var isEmpty: Bool { !contains { _ in true } }
}

/// The types of events that are understood here.
enum EventType {
  static let message = "m.room.message"
  static let encrypted = "m.room.encrypted"
  static let sticker = "m.sticker"
  /// Clients begin, answer and end polls with the names that these had as a proposal (MSC3381).
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
  /// What it was called before it had a name of its own.
  static let earlyMarkedUnread = "com.famedly.marked_unread"
  /// How a person orders their spaces; clients use the name that it has as a proposal (MSC3230).
  static let spaceOrder = "m.space_order"
  static let earlySpaceOrder = "org.matrix.msc3230.space_order"

  /// Whether its events are messages, also where their content was taken away or cannot be read.
  static func isMessage(_ type: String) -> Bool {
    type == message || type == encrypted || type == sticker || pollStarts.contains(type)
  }
}
