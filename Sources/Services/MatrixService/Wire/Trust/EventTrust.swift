import ChatDomain
import JSON

/// What an event may do. Servers also pass on what may not be, so each client has to ask.
enum EventTrust {
  /// Whether an edit counts: only whoever wrote a message changes its words, in the room it stands in.
  static func mayEdit(_ edit: MatrixEvent, _ original: MatrixEvent) -> Bool {
    guard case .edit(let content) = edit.meaning, content.target == original.id, edit.id != original.id else {
      return false
    }
    guard edit.room == original.room, edit.sender == original.sender, edit.type == original.type else {
      return false
    }
    // Nor can words in the clear take the place of encrypted ones: those would be the server's.
    guard case .message = original.meaning else { return false }
    return true
  }

  /// Whether a redaction counts: everybody takes back what is their own, and who has the power also what is not.
  ///
  /// - Parameter powers: nil: not known, and then nobody has them.
  static func mayRedact(_ redaction: MatrixEvent, _ target: MatrixEvent, powers: RoomPowers?) -> Bool {
    guard case .redaction(let content) = redaction.meaning, content.target == target.id,
      redaction.room == target.room
    else { return false }
    // What a room is cannot be unsaid: servers keep that part.
    guard target.type != EventType.create else { return false }
    return redaction.sender == target.sender || powers?.mayRedactOthers(redaction.sender) == true
  }

  /// Whether a reaction counts: it is to something that is shown in the same room.
  static func mayReact(_ reaction: MatrixEvent, to target: MatrixEvent) -> Bool {
    guard case .reaction(let content) = reaction.meaning, content.target == target.id,
      reaction.room == target.room
    else { return false }
    switch target.meaning {
    case .message, .encrypted: return true
    case .edit, .reaction, .vote, .redaction, .state, .redacted, .other: return false
    }
  }

  /// Whether a vote counts: it is in a poll of the same room, and only who asked, or who may take away what others wrote,
  /// ends it.
  ///
  /// - Parameter powers: nil: not known, and then nobody has them.
  static func mayVote(_ vote: MatrixEvent, in poll: MatrixEvent, powers: RoomPowers?) -> Bool {
    guard case .vote(let content) = vote.meaning, content.target == poll.id, vote.room == poll.room,
      case .message(let asked) = poll.meaning, asked.poll != nil
    else { return false }
    return !content.isEnd || vote.sender == poll.sender || powers?.mayRedactOthers(vote.sender) == true
  }

  /// Whether a message is a reply under this root: one of the same room that is itself in no thread.
  static func mayReply(_ reply: MatrixEvent, under root: MatrixEvent) -> Bool {
    guard reply.room == root.room, reply.id != root.id else { return false }
    let parent: MessageID?
    switch reply.meaning {
    case .message(let content): parent = content.parentId
    case .encrypted(let root): parent = root
    case .edit, .reaction, .vote, .redaction, .state, .redacted, .other: return false
    }
    guard parent == root.id else { return false }
    switch root.meaning {
    case .message(let content): return content.parentId == nil
    case .encrypted(let parent): return parent == nil
    case .redacted: return true
    case .edit, .reaction, .vote, .redaction, .state, .other: return false
    }
  }
}

extension MatrixEvent {
  /// The transaction that the event was sent with, for the devices of whoever sent it.
  ///
  /// For everybody else there is none, whatever the event says: a message of another would otherwise take the place of
  /// one that is being sent.
  func transaction(for viewer: UserID) -> TransactionID? {
    guard sender == viewer else { return nil }
    switch meaning {
    case .message(let content): if let id = content.transactionId { return id }
    case .edit(let content): if let id = content.transactionId { return id }
    case .encrypted, .reaction, .vote, .redaction, .state, .redacted, .other: break
    }
    // The server gives this one only to the device that sent the event.
    guard let text = unsigned?["transaction_id"]?.shortString, !text.isEmpty,
      text.utf8.count <= MatrixGrammar.longest
    else { return nil }
    return TransactionID(text)
  }
}

/// How large an event may be, measured before it is sent: a server only says that it was too large.
enum EventSize {
  /// All of the event, with what the server adds, in its canonical form.
  static let limit = 65_536

  /// What servers add at most: the ids of 20 events before it and of 10 that allow it, a signature, a hash, numbers.
  private static let added = 30 * 48 + 600

  /// The size that an event with this content may come to.
  ///
  /// Our own contents are written as the canonical form writes them, but for the order of their keys.
  static func bytes(
    content: [UInt8], type: String, sender: UserID, room: ChannelID
  ) -> Int {
    content.count + type.utf8.count + sender.rawValue.utf8.count + room.rawValue.utf8.count + added
  }

  /// Why the event would not be taken; nil if it would.
  static func refusal(
    content: [UInt8], type: String = EventType.message, sender: UserID, room: ChannelID
  ) -> ChatError.Refusal? {
    let size = bytes(content: content, type: type, sender: sender, room: room)
    return size <= limit ? nil : .messageTooLong(bytes: size, limit: limit)
  }

  /// The limit that can be announced for the markup of a message: with body, markup and HTML it fits, as an edit too. Only
  /// texts of which much is escaped do not.
  static let messageBytes = 16_384
}
