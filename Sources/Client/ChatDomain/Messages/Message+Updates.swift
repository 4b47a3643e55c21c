public import DraftEngine

extension Message {
  /// The message with a quote as late as the latest of what is known.
  ///
  /// - Parameter known: finds what is known of this message and of the quoted one.
  package func withQuoteUpdated(by known: (MessageID) -> Message?) -> Message {
    guard let quoted else { return self }
    var message = self
    message.quoted = [known(id)?.quoted, known(quoted.id).map(QuotedMessage.init)].compactMap(\.self)
      .reduce(quoted) { $0.updated(by: $1) }
    return message
  }

  /// What remains after a soft deletion: the place, and nothing that was said or shown there.
  public func deleted(at time: Timestamp) -> Message {
    var message = self
    message.change { fields in
      fields.elements = []
      fields.isUnreadable = false
      fields.isEncrypted = false
      fields.rareFields = RareMessageFields(threadInfo: threadInfo, editedAt: editedAt, deletedAt: time)
    }
    return message
  }

  /// Whether the other one is a later state of this message, or the same.
  public func isUpdated(by other: Message) -> Bool {
    if isDeleted != other.isDeleted { return other.isDeleted }
    let (version, others) = (version ?? Timetoken(0), other.version ?? Timetoken(0))
    // Becoming readable changes nothing at the service, and so not the version.
    return others == version ? isUnreadable || !other.isUnreadable : others > version
  }

  /// The later of two states of this message. The thread under it and what it quotes change by themselves, and each is
  /// taken from the state that has the later one.
  public func updated(by other: Message) -> Message {
    var (latest, earlier) = isUpdated(by: other) ? (other, self) : (self, other)
    if let thread = earlier.threadInfo, thread.updatedAt > latest.threadInfo?.updatedAt ?? Timetoken(0) {
      latest.threadInfo = thread
    }
    if let quoted = earlier.quoted { latest.quoted = latest.quoted?.updated(by: quoted) }
    return latest
  }
}

extension [MessageElement] {
  /// The mentioned users, each once, in text order.
  public var mentionedUsers: [UserID] {
    var seen: Set<UserID> = []
    return compactMap { element in
      guard case .link(_, .user(let userId)) = element, seen.insert(UserID(userId)).inserted else {
        return nil
      }
      return UserID(userId)
    }
  }

  /// Whether a user is mentioned.
  func mentions(_ user: UserID) -> Bool {
    contains { element in
      if case .link(_, .user(let id)) = element { id == user.rawValue } else { false }
    }
  }
}
