import ChatDomain

/// What users see of the state.
extension ServiceState {
  /// A stored message as a user sees it now.
  func present(_ stored: Message, for viewer: UserID) -> Message {
    var message = stored
    message.author = users.known(stored.author.id)
    message.quoted = stored.quoted.map(currentQuote)
    message.pin = stored.pin.flatMap { $0.holds(at: now) ? $0 : nil }
    message.threadInfo = number(of: stored.channelId).flatMap { threadInfo(under: stored.token, in: $0) }
    if stored.author.id != viewer { message.transactionId = nil }
    return message
  }

  /// A quote with the words that its message has now.
  func currentQuote(_ quoted: QuotedMessage) -> QuotedMessage {
    guard let room = number(of: quoted.channelId) else { return quoted.deleted }
    guard let message = quoted.id.token.flatMap({ rooms[room].history[$0] }), !message.isDeleted else {
      return QuotedMessage(
        id: quoted.id, channelId: quoted.channelId, author: users.known(quoted.author.id), elements: [],
        isDeleted: true)
    }
    return QuotedMessage(
      id: quoted.id, channelId: quoted.channelId, author: users.known(message.author.id),
      elements: message.elements, version: message.version, isUnreadable: message.isUnreadable)
  }

  func threadInfo(under parent: UInt64, in room: Int) -> ThreadInfo? {
    let history = rooms[room].history
    guard let thread = history.threads[parent] else { return nil }
    let replies = history.liveReplies(under: parent)
    // Sorted by the number of replies, and then by the last reply.
    let authors = Dictionary(grouping: replies, by: \.author.id).values.sorted {
      ($1.count, $1.last?.token ?? 0) < ($0.count, $0.last?.token ?? 0)
    }
    return ThreadInfo(
      replyCount: replies.count,
      mostRepliedUsers: authors.prefix(5).compactMap(\.first).map { users.known($0.author.id) },
      lastRepliedAt: replies.last?.createdAt, updatedAt: Timetoken(thread.updatedAt))
  }

  func summary(of room: Int, for user: UserID) -> ChannelSummary {
    let known = rooms[room]
    let ignored = events.ignored(by: user)
    return ChannelSummary(
      channel: known.channel, memberCount: known.members.count,
      partner: (known.pair?.partner(of: user)).map(users.known),
      lastMessage: known.isMember(user)
        ? known.lastMessage(ignoring: ignored).map { present($0, for: user) } : nil,
      reading: known.readPosition(of: user, ignoring: ignored),
      preferences: channelLists.preferences(of: user, in: room))
  }

  func membership(of user: UserID, in room: Int) -> Membership {
    Membership(
      channelId: rooms[room].id, user: users.known(user),
      joinedAt: rooms[room].members[user]?.joinedAt ?? rooms[room].channel.createdAt,
      role: rooms[room].rules.role(of: user))
  }

  /// The invitation of a user to a room; nil if there is none, or if the user ignores who invited them.
  func invitation(of user: UserID, to room: Int) -> Invitation? {
    guard let pending = invitations[user, to: room], !events.ignored(by: user).contains(pending.by) else {
      return nil
    }
    return Invitation(
      channel: rooms[room].channel, invitedBy: users.known(pending.by), invitedAt: pending.at,
      isSpace: spaces[rooms[room].id] != nil)
  }
}

// Stored events, drafts and answers have the quotes of their time; readers get the current ones.

extension Message {
  func replacingQuote(_ current: (QuotedMessage) -> QuotedMessage) -> Message {
    guard let quoted else { return self }
    var message = self
    message.quoted = current(quoted)
    return message
  }
}

extension DraftMessage {
  func replacingQuote(_ current: (QuotedMessage) -> QuotedMessage) -> DraftMessage {
    guard let quoted = content.quoted else { return self }
    var draft = self
    draft.content.quoted = current(quoted)
    return draft
  }
}

extension ChatError {
  func replacingQuote(_ current: (QuotedMessage) -> QuotedMessage) -> ChatError {
    guard case .draftConflict(let draft?, let revision) = self else { return self }
    return .draftConflict(current: draft.replacingQuote(current), revision: revision)
  }
}

extension ChatEvent {
  func replacingQuote(_ current: (QuotedMessage) -> QuotedMessage) -> ChatEvent {
    switch self {
    case .messageCreated(let message): .messageCreated(message.replacingQuote(current))
    case .messageUpdated(let message): .messageUpdated(message.replacingQuote(current))
    case .draftUpdated(let event):
      .draftUpdated(DraftUpdatedEvent(draftMessage: event.draftMessage.replacingQuote(current)))
    default: self
    }
  }
}
