public import ChatDomain
import JSON

/// What is said and taken back, and what a room is.
extension MatrixRequest {
  /// - Parameter content: an object; see `EventSize` for how large it may be.
  public static func send(
    _ type: String, _ content: [UInt8], in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    MatrixRequest(
      .put, ["rooms", room.rawValue, "send", type, transaction.rawValue], body: .json(content),
      rateClass: .events)
  }

  public static func send(
    _ message: MessageContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    send(EventType.message, message.bytes, in: room, transaction: transaction)
  }

  public static func send(
    _ edit: EditContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    send(EventType.message, edit.bytes, in: room, transaction: transaction)
  }

  public static func send(
    _ reaction: ReactionContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    send(EventType.reaction, reaction.bytes, in: room, transaction: transaction)
  }

  /// Takes an event's content away. A server also says yes where there is no such event.
  public static func redact(
    _ redaction: RedactionContent, in room: ChannelID, transaction: TransactionID
  ) -> MatrixRequest {
    MatrixRequest(
      .put, ["rooms", room.rawValue, "redact", redaction.target.rawValue, transaction.rawValue],
      body: .json(redaction.bytes), rateClass: .events)
  }

  public static func setState(
    _ type: String, key: String = "", _ content: [UInt8], in room: ChannelID
  ) -> MatrixRequest {
    MatrixRequest(
      .put, ["rooms", room.rawValue, "state", type, key], body: .json(content), rateClass: .events)
  }

  public static func setName(_ name: String, of room: ChannelID) -> MatrixRequest {
    setState(EventType.name, JSONWriter.bytes { $0.object { $0.member("name", name.withoutNUL) } }, in: room)
  }

  public static func setTopic(_ topic: String, of room: ChannelID) -> MatrixRequest {
    setState(
      EventType.topic, JSONWriter.bytes { $0.object { $0.member("topic", topic.withoutNUL) } }, in: room)
  }

  /// Replaces the whole list; whoever else does so at the same time replaces this one.
  public static func setPinned(_ pins: PinnedContent, in room: ChannelID) -> MatrixRequest {
    setState(EventType.pinned, pins.bytes, in: room)
  }

  /// - Parameter lasting: how long others show it, unless it is said again.
  public static func setTyping(
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
  public static func receipt(
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
  public static func readMarker(at event: MessageID, in room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .post, ["rooms", room.rawValue, "read_markers"],
      body: .object { $0.member("m.fully_read", event.rawValue) })
  }
}
