import ChatDomain

/// Answers what a user asks about their inbox.
struct InboxQueries {
  let user: UserID

  init(of user: UserID) { self.user = user }

  func page(_ query: InboxQuery, _ state: inout ServiceState) throws(ChatError) -> InboxPage {
    try state.require([.keepsInbox])
    let limit = try ListCursor.pageSize(query.limit)
    let end = try query.cursor.map { cursor throws(ChatError) in try ListCursor(cursor, of: .inbox).token }
    state.inboxes.watch(for: user)
    let all = items(state)
    let wanted = all.filter { item in
      query.kinds.contains(item.kind) && end.map { item.token.rawValue < $0 } ?? true
    }
    let next =
      wanted.count > limit ? ListCursor(.inbox, wanted[limit - 1].token.rawValue).cursor : nil
    return InboxPage(
      items: Array(wanted.prefix(limit)), next: next, unreadCount: all.count { !$0.isRead })
  }

  func unreadCount(_ state: ServiceState) -> Int { items(state).count { !$0.isRead } }

  func mark(_ reading: InboxReading, _ state: inout ServiceState) throws(ChatError) -> Int {
    try state.require([.keepsInbox])
    var reading = reading
    // What does not exist yet cannot have been read.
    if case .all(let token) = reading {
      reading = .all(upTo: min(token, Timetoken(state.clock.latestToken)))
    }
    state.inboxes.mark(reading, by: user)
    return unreadCount(state)
  }

  /// All of it, the newest first.
  private func items(_ state: ServiceState) -> [InboxItem] {
    let messages = state.inboxes.entries(of: user).compactMap { item($0, state) }
    let invitations = state.invitations.list(of: user)
    let places = invitations.elements(in: 0..<invitations.count)
    return (messages + places.compactMap { invitation(to: $0.room, at: $0.token, state) })
      .sorted { $0.token > $1.token }
  }

  /// An entry as it is now; nil if its message, or the user's way to it, is gone.
  func item(_ entry: Inboxes.Entry, _ state: ServiceState) -> InboxItem? {
    let room = state.rooms[entry.room]
    guard room.isMember(user), let record = room.history.record(entry.message), !record.isDeleted else {
      return nil
    }
    let message = state.reader.message(record, in: room, for: user)
    let isRead =
      state.inboxes.isMarked(entry.id, at: entry.token, by: user)
      || entry.kind != .reaction && isRead(record, in: room)
    return InboxItem(
      id: entry.id, kind: entry.kind, by: state.users.known(entry.by),
      at: entry.kind == .reaction ? Timestamp(microseconds: Int64(entry.token / 10)) : record.createdAt,
      token: Timetoken(entry.token), isRead: isRead,
      content: entry.reaction.map { .reaction($0, to: message) } ?? .message(message))
  }

  /// Whether the channel or the thread of a message was read that far.
  private func isRead(_ record: MessageRecord, in room: ChannelRoom) -> Bool {
    if record.isReply, room.threads[record.parent]?.readers[user] ?? 0 >= record.token { return true }
    guard record.isShownInChannel else { return false }
    return room.members[user].map { $0.readUpTo >= record.token } ?? false
  }

  private func invitation(to room: Int, at token: UInt64, _ state: ServiceState) -> InboxItem? {
    guard let invitation = state.invitation(of: user, to: room) else { return nil }
    let id = InboxItemID("\(InboxItem.Kind.invitation.rawValue) \(invitation.id) \(token)")
    return InboxItem(
      id: id, kind: .invitation, by: invitation.invitedBy, at: invitation.invitedAt,
      token: Timetoken(token), isRead: state.inboxes.isMarked(id, at: token, by: user),
      content: .invitation(invitation))
  }
}

extension ServiceState {
  /// Tells the devices of those whose inbox changed in this request.
  mutating func tellInboxes() {
    guard !inboxes.changed.isEmpty else { return }
    for (user, entry) in inboxes.changed.sorted(by: { $0.key < $1.key }) {
      let inbox = InboxQueries(of: user)
      events.send(
        .inboxChanged(
          InboxChange(
            added: entry.flatMap { inbox.item($0, self) }, unreadCount: inbox.unreadCount(self))), to: user)
    }
    inboxes.forgetChanges()
  }
}
