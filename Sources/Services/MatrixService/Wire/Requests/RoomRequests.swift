import ChatDomain
import JSON

/// Rooms and who is in them, what is said there and taken back.
extension MatrixRequest {
  /// Creates a room in which every member may do what the contract lets members do.
  static func createRoom(_ channel: NewChannel) -> MatrixRequest {
    let body = Body.object { json in
      json.member("preset", channel.type.preset)
      json.member("visibility", channel.type == .public ? "public" : "private")
      if let name = channel.name { json.member("name", name.withoutNUL) }
      if let topic = channel.topic { json.member("topic", topic.withoutNUL) }
      if !channel.members.isEmpty { json.member("invite", channel.members.map(\.rawValue)) }
      if channel.type == .direct { json.member("is_direct", true) }
      json.object("power_level_content_override") { json in
        json.object("events") { json in
          for type in [EventType.name, EventType.topic, EventType.pinned] { json.member(type, 0) }
        }
        json.member("invite", 0)
      }
    }
    return MatrixRequest(.post, ["createRoom"], body: body, rateClass: .joining)
  }

  /// - Parameter servers: those that may help to get in, for a room whose id names none.
  static func join(_ room: ChannelID, via servers: [String] = []) -> MatrixRequest {
    MatrixRequest(
      .post, ["join", room.rawValue], query: servers.map { Parameter(name: "via", value: $0) }, body: .empty,
      rateClass: .joining)
  }

  /// Also declines an invitation.
  static func leave(_ room: ChannelID) -> MatrixRequest {
    MatrixRequest(.post, ["rooms", room.rawValue, "leave"], body: .empty)
  }

  static func invite(_ user: UserID, to room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .post, ["rooms", room.rawValue, "invite"], body: .object { $0.member("user_id", user.rawValue) },
      rateClass: .inviting)
  }

  /// All at once: servers ignore a limit.
  static func members(of room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "members"], query: [Parameter](["membership": "join"]))
  }

  /// All that a room is, as one list of events.
  static func state(of room: ChannelID) -> MatrixRequest {
    MatrixRequest(.get, ["rooms", room.rawValue, "state"])
  }

  /// What can be known of a room that one is not in.
  static func summary(of room: ChannelID, via servers: [String] = []) -> MatrixRequest {
    MatrixRequest(
      .get, ["room_summary", room.rawValue], below: .client("v1"),
      query: servers.map { Parameter(name: "via", value: $0) })
  }

  // MARK: Sending

  /// - Parameter content: an object; see `EventSize` for how large it may be.
  static func send(
    _ type: String, _ content: [UInt8], in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    MatrixRequest(
      .put, ["rooms", room.rawValue, "send", type, transaction.rawValue], body: .json(content),
      rateClass: .events)
  }

  static func send(
    _ message: MessageContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    send(EventType.message, message.bytes, in: room, transaction: transaction)
  }

  static func send(
    _ edit: EditContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    send(EventType.message, edit.bytes, in: room, transaction: transaction)
  }

  static func send(
    _ reaction: ReactionContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    send(EventType.reaction, reaction.bytes, in: room, transaction: transaction)
  }

  /// Takes an event's content away. A server also says yes where there is no such event.
  static func redact(
    _ redaction: RedactionContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    MatrixRequest(
      .put, ["rooms", room.rawValue, "redact", redaction.target.rawValue, transaction.rawValue],
      body: .json(redaction.bytes), rateClass: .events)
  }

  static func setState(
    _ type: String, key: String = "", _ content: [UInt8], in room: ChannelID
  ) -> MatrixRequest {
    MatrixRequest(
      .put, ["rooms", room.rawValue, "state", type, key], body: .json(content), rateClass: .events)
  }

  static func setName(_ name: String, of room: ChannelID) -> MatrixRequest {
    setState(EventType.name, JSONWriter.bytes { $0.object { $0.member("name", name.withoutNUL) } }, in: room)
  }

  static func setTopic(_ topic: String, of room: ChannelID) -> MatrixRequest {
    setState(
      EventType.topic, JSONWriter.bytes { $0.object { $0.member("topic", topic.withoutNUL) } }, in: room)
  }

  /// Replaces the whole list; whoever else does so at the same time replaces this one.
  static func setPinned(_ pins: PinnedContent, in room: ChannelID) -> MatrixRequest {
    setState(EventType.pinned, pins.bytes, in: room)
  }

  /// - Parameter lasting: how long others show it, unless it is said again.
  static func setTyping(
    _ isTyping: Bool, of user: UserID, in room: ChannelID, lasting: Duration
  ) -> MatrixRequest {
    let body = Body.object { json in
      json.member("typing", isTyping)
      if isTyping { json.member("timeout", Int(clamping: max(0, lasting.microseconds / 1000))) }
    }
    return MatrixRequest(.put, ["rooms", room.rawValue, "typing", user.rawValue], body: body)
  }

  /// Says that everything up to an event was read.
  ///
  /// - Parameters:
  ///   - thread: the root, for replies; nil: the room's own messages.
  ///   - isPrivate: whether only the user's own devices are to know.
  static func receipt(
    upTo event: MessageID, in room: ChannelID, thread: MessageID?, isPrivate: Bool
  ) -> MatrixRequest {
    MatrixRequest(
      .post,
      [
        "rooms", room.rawValue, "receipt",
        isPrivate ? ReceiptKind.readPrivately.rawValue : ReceiptKind.read.rawValue,
        event.rawValue,
      ], body: .object { $0.member("thread_id", thread?.rawValue ?? "main") })
  }

  /// Where the person went on reading, on whichever device.
  static func readMarker(at event: MessageID, in room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .post, ["rooms", room.rawValue, "read_markers"],
      body: .object { $0.member("m.fully_read", event.rawValue) })
  }
}

extension ChannelType {
  fileprivate var preset: String {
    switch self {
    case .public: "public_chat"
    case .group: "private_chat"
    case .direct: "trusted_private_chat"
    }
  }
}

/// Asking to be let into rooms, and answering those who ask.
extension MatrixRequest {
  /// - Parameters:
  ///   - reason: why; nil: none is said.
  ///   - servers: those that may help to get in.
  static func knock(
    on room: ChannelID, reason: String?, via servers: [String] = []
  ) -> MatrixRequest {
    MatrixRequest(
      .post, ["knock", room.rawValue], query: servers.map { Parameter(name: "via", value: $0) },
      body: .object { if let reason { $0.member("reason", reason.withoutNUL) } }, rateClass: .joining)
  }

  /// Also turns away somebody who asks to be let in.
  static func kick(_ user: UserID, from room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .post, ["rooms", room.rawValue, "kick"], body: .object { $0.member("user_id", user.rawValue) })
  }

  /// Those who ask to be let in, all at once.
  static func knocks(on room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "members"], query: [Parameter](["membership": "knock"]))
  }
}

/// Finding rooms that one is not in, and giving up those that one was in.
extension MatrixRequest {
  /// The room behind an alias, and who may help to get in.
  static func room(behind alias: String) -> MatrixRequest {
    MatrixRequest(.get, ["directory", "room", alias])
  }

  /// A page of a server's directory of rooms.
  ///
  /// - Parameters:
  ///   - text: stands in what the room is called or about; empty: all rooms.
  ///   - server: whose directory; nil: the user's own.
  ///   - from: where the page begins; nil: at the largest room.
  static func directory(
    matching text: String, of server: String?, from: String?, limit: Int
  ) -> MatrixRequest {
    let body = Body.object { json in
      if !text.isEmpty { json.object("filter") { $0.member("generic_search_term", text.withoutNUL) } }
      json.member("limit", limit)
      if let from { json.member("since", from) }
    }
    return MatrixRequest(.post, ["publicRooms"], query: [Parameter](["server": server]), body: body)
  }

  /// A page of the rooms in a space, in its order; the space itself is the first on the first page.
  ///
  /// - Parameter from: where the page begins; nil: at the beginning.
  static func hierarchy(of space: ChannelID, from: String?, limit: Int) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", space.rawValue, "hierarchy"], below: .client("v1"),
      query: [Parameter](["from": from, "limit": "\(limit)", "max_depth": "1"]))
  }

  /// From now on the server tells nothing of a room that one left, not even that it was there.
  static func forget(_ room: ChannelID) -> MatrixRequest {
    MatrixRequest(.post, ["rooms", room.rawValue, "forget"], body: .empty)
  }
}
