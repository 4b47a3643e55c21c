import ChatDomain
import CrossSigning
import EncryptionMachine
import JSON

/// Decides whether events may have their effects. Servers deliver invalid ones too, so each client has to check.
enum EventTrust {
  /// Whether an edit counts: only the author edits a message, in the same room.
  static func mayEdit(_ edit: MatrixEvent, _ original: MatrixEvent) -> Bool {
    guard case .edit(let content) = edit.meaning, content.target == original.id, edit.id != original.id else {
      return false
    }
    guard case .message = original.meaning else { return false }
    return EditCheck.isAllowed(edit.side(isEdit: true), of: original.side(isEdit: false))
  }

  /// Whether a redaction counts: authors redact their own events, and members with enough power those of others.
  ///
  /// - Parameter powers: nil if unknown: then no user has power.
  static func mayRedact(_ redaction: MatrixEvent, _ target: MatrixEvent, powers: RoomPowers?) -> Bool {
    guard case .redaction(let content) = redaction.meaning, content.target == target.id,
      redaction.room == target.room
    else { return false }
    // The creation of a room cannot be redacted.
    guard target.type != EventType.create else { return false }
    return redaction.sender == target.sender || powers?.mayRedactOthers(redaction.sender) == true
  }

  /// Whether a reaction counts: its target is a shown message of the same room.
  static func mayReact(_ reaction: MatrixEvent, to target: MatrixEvent) -> Bool {
    guard case .reaction(let content) = reaction.meaning, content.target == target.id,
      reaction.room == target.room
    else { return false }
    switch target.meaning {
    case .message, .encrypted: return true
    case .edit, .reaction, .vote, .redaction, .state, .redacted, .other: return false
    }
  }

  /// Whether a vote counts: its poll is in the same room. Only its author and members who may redact can end a poll.
  ///
  /// - Parameter powers: nil if unknown: then no user has power.
  static func mayVote(_ vote: MatrixEvent, in poll: MatrixEvent, powers: RoomPowers?) -> Bool {
    guard case .vote(let content) = vote.meaning, content.target == poll.id, vote.room == poll.room,
      case .message(let asked) = poll.meaning, asked.poll != nil,
      EditCheck.isProven(vote.trust, asWellAs: poll.trust)
    else { return false }
    return !content.isEnd || vote.sender == poll.sender || powers?.mayRedactOthers(vote.sender) == true
  }

  /// Whether a message is a reply in a thread: its root is in the same room and in no thread.
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
  /// How the sender is proven; nil for an event in the clear.
  fileprivate var trust: MessageTrust? {
    guard isEncrypted else { return nil }
    switch encryptionNote {
    case .senderNotProven: return .marked(.senderNotProven)
    case .senderChanged: return .marked(.identityChanged)
    default: return .shown
    }
  }

  fileprivate func side(isEdit: Bool) -> EditCheck.Side {
    EditCheck.Side(
      room: room.rawValue, sender: sender.rawValue, type: type, trust: trust, isEdit: isEdit,
      hasNewContent: isEdit, isState: stateKey != nil)
  }

  /// The transaction id of an event, for the sender's devices.
  ///
  /// Nil for other users, whatever the event says: a message of another user could otherwise replace one that is
  /// being sent.
  func transaction(for viewer: UserID) -> TransactionID? {
    guard sender == viewer else { return nil }
    switch meaning {
    case .message(let content): if let id = content.transactionId { return id }
    case .edit(let content): if let id = content.transactionId { return id }
    case .encrypted, .reaction, .vote, .redaction, .state, .redacted, .other: break
    }
    // Servers send this one only to the device that sent the event.
    guard let text = unsigned?["transaction_id"]?.shortString, !text.isEmpty,
      text.utf8.count <= MatrixGrammar.longest
    else { return nil }
    return TransactionID(text)
  }
}

/// The size limit of events, checked before sending: servers do not say by how much it is exceeded.
enum EventSize {
  /// The whole event in canonical form, with the server's additions.
  static let limit = 65_536

  /// The largest addition: the ids of 20 previous and 10 authorizing events, a signature, a hash, numbers.
  private static let added = 30 * 48 + 600

  /// The largest size of an event with this content.
  ///
  /// Our contents have the canonical form, except for the order of keys.
  static func bytes(content: [UInt8], type: String, sender: UserID, room: ChannelID) -> Int {
    content.count + type.utf8.count + sender.rawValue.utf8.count + room.rawValue.utf8.count + added
  }

  /// Why the event would be rejected; nil if it fits.
  static func refusal(
    content: [UInt8], type: String = EventType.message, sender: UserID, room: ChannelID
  ) -> ChatError.Refusal? {
    let size = bytes(content: content, type: type, sender: sender, room: room)
    return size <= limit ? nil : .messageTooLong(bytes: size, limit: limit)
  }

  /// The announced limit for a message's markup. A message within it fits into one event with body, markup and HTML, even as an
  /// edit, unless much of it has to be escaped.
  static let messageBytes = 16_384
}
