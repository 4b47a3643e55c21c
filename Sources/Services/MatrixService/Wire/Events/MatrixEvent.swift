public import ChatDomain
public import JSON

/// An event of a room, checked as far as one event alone can be.
///
/// Its content is not: that is what `meaning` is for. Whether it may do what it wants to do is said by `EventTrust`. It
/// never changes, and is handed on as one reference instead of its nine fields.
public final class MatrixEvent: Sendable {
  public let id: MessageID
  public let type: String
  public let sender: UserID
  public let room: ChannelID
  /// What of the room the event is the state of; nil for one that is no state.
  public let stateKey: String?
  /// In milliseconds since 1970, as the sender's server says: any number.
  public let sentAt: Int
  public let content: JSONNode
  /// What the own server adds, and nobody signed.
  let unsigned: JSONNode?
  /// The whole event as it came.
  public let node: JSONNode

  /// - Parameter room: where the event was found. One that says it is of another room is none of this one.
  public init?(_ node: JSONNode, in room: ChannelID) {
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
  public convenience init?(bytes: [UInt8], in room: ChannelID) {
    do throws(JSONError) {
      self.init(try JSONDocument(bytes, limits: .answer).root, in: room)
    } catch {
      return nil
    }
  }

  public var bytes: [UInt8] { Array(node.raw) }

  /// Whether a server took the content away.
  public var isRedacted: Bool { unsigned?["redacted_because"]?.kind == .object }

  /// The first redaction of the event, if the server sends it along. A later one is only in the timeline.
  public var redactedBecause: MatrixEvent? {
    unsigned?["redacted_because"].flatMap { MatrixEvent($0, in: room) }
  }

  /// The last edit that the server knows of, if it sends it along. Servers also send those that may not be.
  public var bundledEdit: MatrixEvent? {
    unsigned?["m.relations"]?["m.replace"].flatMap { MatrixEvent($0, in: room) }
  }

  /// What the server says of the thread below: how many replies, and the last.
  public var bundledThread: (count: Int, last: MatrixEvent?)? {
    guard let thread = unsigned?["m.relations"]?["m.thread"], let count = thread["count"]?.integer,
      (0..<1 << 32).contains(count)
    else { return nil }
    return (count, thread["latest_event"].flatMap { MatrixEvent($0, in: room) })
  }

  /// The event without its content, as servers send it after a redaction that counts.
  public func redacted(by redaction: MatrixEvent) -> [UInt8] {
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
  public var previousStanding: RoomMember.Standing? {
    previousContent?["membership"]?.shortString.flatMap(RoomMember.Standing.init)
  }

  /// Whether there was such a state before this one, as the server says.
  public var replacesState: Bool { previousContent != nil || unsigned?["replaces_state"] != nil }

  /// The state before this one, of which its sender is nobody's guarantor but the server.
  var previousContent: JSONNode? { unsigned?["prev_content"] }
}
