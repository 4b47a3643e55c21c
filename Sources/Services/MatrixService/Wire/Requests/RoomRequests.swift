import ChatDomain
import JSON

/// Rooms, members and events.
extension MatrixRequest {
  /// Creates a room whose members have the permissions of the contract.
  static func createRoom(_ channel: NewChannel) -> MatrixRequest {
    let body = Body.object { json in
      json.member("preset", channel.type.preset)
      json.member("visibility", channel.type == .public ? "public" : "private")
      if let name = channel.name { json.member("name", name.withoutNUL) }
      if let topic = channel.topic { json.member("topic", topic.withoutNUL) }
      if !channel.members.isEmpty { json.member("invite", channel.members.map(\.rawValue)) }
      if channel.type == .direct { json.member("is_direct", true) }
      if channel.isEncrypted {
        json.array("initial_state") { json in
          json.object { json in
            json.member("type", EventType.encryption)
            json.member("state_key", "")
            json.object("content") { $0.member("algorithm", "m.megolm.v1.aes-sha2") }
          }
        }
      }
      json.object("power_level_content_override") { json in
        json.object("events") { json in
          for type in [EventType.name, EventType.topic, EventType.pinned] { json.member(type, 0) }
        }
        json.member("invite", 0)
      }
    }
    return MatrixRequest(.post, ["createRoom"], body: body, rateClass: .joining)
  }

  /// - Parameter servers: candidates for joining through, for room ids without a server.
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

  /// All members at once: servers ignore limits.
  static func members(of room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "members"], query: [Parameter](["membership": "join"]))
  }

  /// The invited members.
  static func invited(to room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "members"], query: [Parameter](["membership": "invite"]))
  }

  /// The complete state of a room.
  static func state(of room: ChannelID) -> MatrixRequest {
    MatrixRequest(.get, ["rooms", room.rawValue, "state"])
  }

  /// The public description of a room.
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
    _ reaction: ReactionContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    send(EventType.reaction, reaction.bytes, in: room, transaction: transaction)
  }

  /// Redacts an event. Servers accept this for unknown events too.
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

  /// Replaces the list of pins. Of concurrent writes, the last one wins.
  static func setPinned(_ pins: PinnedContent, in room: ChannelID) -> MatrixRequest {
    setState(EventType.pinned, pins.bytes, in: room)
  }

  /// - Parameter lasting: the time after which it expires.
  static func setTyping(
    _ isTyping: Bool, of user: UserID, in room: ChannelID, lasting: Duration
  ) -> MatrixRequest {
    let body = Body.object { json in
      json.member("typing", isTyping)
      if isTyping { json.member("timeout", Int(clamping: max(0, lasting.microseconds / 1000))) }
    }
    return MatrixRequest(.put, ["rooms", room.rawValue, "typing", user.rawValue], body: body)
  }

  /// Sends a read receipt.
  ///
  /// - Parameters:
  ///   - thread: the root of a thread; nil: the channel.
  ///   - isPrivate: whether only the user's devices see it.
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

  /// The user's position for continuing on any device.
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

/// Knocks.
extension MatrixRequest {
  /// - Parameters:
  ///   - reason: nil: none.
  ///   - servers: candidates for joining through.
  static func knock(on room: ChannelID, reason: String?, via servers: [String] = []) -> MatrixRequest {
    MatrixRequest(
      .post, ["knock", room.rawValue], query: servers.map { Parameter(name: "via", value: $0) },
      body: .object { if let reason { $0.member("reason", reason.withoutNUL) } }, rateClass: .joining)
  }

  /// Also rejects a knock.
  static func kick(_ user: UserID, from room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .post, ["rooms", room.rawValue, "kick"], body: .object { $0.member("user_id", user.rawValue) })
  }

  /// All knocking members.
  static func knocks(on room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "members"], query: [Parameter](["membership": "knock"]))
  }
}

/// Directories, and rooms that were left.
extension MatrixRequest {
  /// The room of an alias, and servers that can help to join.
  static func room(behind alias: String) -> MatrixRequest {
    MatrixRequest(.get, ["directory", "room", alias])
  }

  /// A page of a server's directory of rooms.
  ///
  /// - Parameters:
  ///   - text: part of the name, topic or alias; empty: all rooms.
  ///   - server: the directory's server; nil: the user's own.
  ///   - from: the page's token; nil: the largest rooms.
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

  /// A page of the rooms in a space, in its order. The first page begins with the space itself.
  ///
  /// - Parameter from: the page's token; nil: the first page.
  static func hierarchy(of space: ChannelID, from: String?, limit: Int) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", space.rawValue, "hierarchy"], below: .client("v1"),
      query: [Parameter](["from": from, "limit": "\(limit)", "max_depth": "1"]))
  }

  /// Makes the server forget a room that the user left.
  static func forget(_ room: ChannelID) -> MatrixRequest {
    MatrixRequest(.post, ["rooms", room.rawValue, "forget"], body: .empty)
  }
}
