import ChatDomain

/// Reads and marks a user's inbox.
struct InboxQueries {
  let user: UserID

  func page(_ query: InboxQuery, _ state: inout ServiceState) throws(ChatError) -> InboxPage {
    let all = items(state)
    let page = try ListQuery(limit: query.limit, cursor: query.cursor).page(
      of: all.filter { query.kinds.contains($0.kind) }.map { PlacedItem(item: $0) }, .inbox)
    state.inboxes.watch(for: user)
    return InboxPage(
      items: page.elements.map(\.item), next: page.next, unreadCount: all.count { !$0.isRead })
  }

  func unreadCount(_ state: ServiceState) -> Int { items(state).count { !$0.isRead } }

  func mark(_ reading: InboxReading, _ state: inout ServiceState) throws(ChatError) -> Int {
    var reading = reading
    // What does not exist yet cannot have been read.
    if case .all(let token) = reading {
      reading = .all(upTo: min(token, Timetoken(state.latestToken)))
    }
    state.inboxes.mark(reading, by: user)
    return unreadCount(state)
  }

  private func items(_ state: ServiceState) -> [InboxItem] {
    state.inboxes.entries(of: user).compactMap { item($0, state) }
      + state.invitations.places(of: user).compactMap { invitation(to: $0.room, at: $0.token, state) }
  }

  /// The current item of an entry; nil if its message is gone, or if the user has left the channel.
  func item(_ entry: Inboxes.Entry, _ state: ServiceState) -> InboxItem? {
    let room = state.rooms[entry.room]
    guard room.isMember(user), let stored = room.history[entry.message], !stored.isDeleted else {
      return nil
    }
    let message = state.present(stored, for: user)
    let isRead =
      state.inboxes.isMarked(entry.id, at: entry.token, by: user)
      || entry.kind != .reaction && isRead(stored, in: room)
    return InboxItem(
      id: entry.id, kind: entry.kind, by: state.users.known(entry.by),
      at: entry.kind == .reaction ? Timestamp(microseconds: Int64(entry.token / 10)) : stored.createdAt,
      token: Timetoken(entry.token), isRead: isRead,
      content: entry.reaction.map { .reaction($0, to: message) } ?? .message(message))
  }

  /// Whether the channel or the thread of a message was read that far.
  private func isRead(_ message: Message, in room: ChannelRoom) -> Bool {
    if let parent = message.parentId?.token,
      room.history.threads[parent]?.readers[user] ?? 0 >= message.token
    {
      return true
    }
    guard message.isShownInChannel else { return false }
    return room.members[user].map { $0.readUpTo >= message.token } ?? false
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

private struct PlacedItem: Tokened {
  let item: InboxItem

  var token: UInt64 { item.token.rawValue }
}

extension ServiceState {
  /// Sends an event to each user whose inbox changed in this request.
  mutating func sendInboxChanges() {
    guard !inboxes.changed.isEmpty else { return }
    for (user, entry) in inboxes.changed.sorted(by: { $0.key < $1.key }) {
      let inbox = InboxQueries(user: user)
      events.send(
        .inboxChanged(
          InboxChange(
            added: entry.flatMap { inbox.item($0, self) }, unreadCount: inbox.unreadCount(self))), to: user)
    }
    inboxes.forgetChanges()
  }
}
