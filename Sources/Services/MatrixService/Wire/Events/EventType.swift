/// The types of events that are understood here.
public enum EventType {
  public static let message = "m.room.message"
  public static let encrypted = "m.room.encrypted"
  public static let sticker = "m.sticker"
  /// Clients begin, answer and end polls with the names that these had as a proposal (MSC3381).
  public static let pollStarts: Set<String> = ["m.poll.start", "org.matrix.msc3381.poll.start"]
  public static let pollResponses: Set<String> = ["m.poll.response", "org.matrix.msc3381.poll.response"]
  public static let pollEnds: Set<String> = ["m.poll.end", "org.matrix.msc3381.poll.end"]
  public static let reaction = "m.reaction"
  public static let redaction = "m.room.redaction"
  public static let create = "m.room.create"
  public static let name = "m.room.name"
  public static let topic = "m.room.topic"
  public static let alias = "m.room.canonical_alias"
  public static let joinRules = "m.room.join_rules"
  public static let member = "m.room.member"
  public static let powerLevels = "m.room.power_levels"
  public static let pinned = "m.room.pinned_events"
  public static let encryption = "m.room.encryption"
  public static let tombstone = "m.room.tombstone"
  public static let spaceChild = "m.space.child"
  public static let typing = "m.typing"
  public static let receipt = "m.receipt"
  public static let presence = "m.presence"
  public static let direct = "m.direct"
  public static let fullyRead = "m.fully_read"
  public static let tag = "m.tag"
  public static let ignoredUsers = "m.ignored_user_list"
  public static let pushRules = "m.push_rules"
  public static let markedUnread = "m.marked_unread"
  /// What it was called before it had a name of its own.
  public static let earlyMarkedUnread = "com.famedly.marked_unread"
  /// How a person orders their spaces; clients use the name that it has as a proposal (MSC3230).
  public static let spaceOrder = "m.space_order"
  public static let earlySpaceOrder = "org.matrix.msc3230.space_order"

  /// Whether its events are messages, also where their content was taken away or cannot be read.
  public static func isMessage(_ type: String) -> Bool {
    type == message || type == encrypted || type == sticker || pollStarts.contains(type)
  }
}
