import ChatDomain

extension ServiceState {
  /// Whom a message concerns besides its author, and how.
  private func concerned(by record: MessageRecord, in room: Int) -> [UserID: InboxItem.Kind] {
    guard record.countsAsUnread else { return [:] }
    var concerned: [UserID: InboxItem.Kind] = [:]
    if let quoted = record.details.quoted?.author { concerned[quoted] = .reply }
    if record.isReply, let root = rooms[room].history.record(record.parent) {
      concerned[root.author] = .reply
    }
    for user in record.mentionedOthers { concerned[user] = .mention }
    if !concerned.isEmpty { concerned[record.author] = nil }
    return concerned
  }

  /// Puts a message into the inboxes of those whom it concerns.
  mutating func noteInbox(_ record: MessageRecord, in room: Int) {
    for (user, kind) in concerned(by: record, in: room)
    where users.contains(user) && rooms[room].isMember(user) {
      inboxes.add(
        Inboxes.Entry(kind: kind, room: room, message: record.token, by: record.author, token: record.token),
        for: user)
    }
  }

  /// Takes a message out of all inboxes, or puts another version of it into them.
  mutating func renoteInbox(_ record: MessageRecord, as edited: MessageRecord?, in room: Int) {
    let before = concerned(by: record, in: room)
    let after = edited.map { concerned(by: $0, in: room) } ?? [:]
    for (user, kind) in before where after[user] != kind {
      inboxes.remove(for: user) { $0.room == room && $0.message == record.token && $0.kind != .reaction }
    }
    if edited == nil {
      inboxes.remove(for: record.author) { $0.room == room && $0.message == record.token }
    } else if let edited, before != after {
      noteInbox(edited, in: room)
    }
  }

  /// Puts a reaction into the inbox of the message's author, or takes it out.
  mutating func noteInbox(
    reaction name: String, _ isOn: Bool, to record: MessageRecord, by user: UserID, in room: Int
  ) {
    guard record.author != user, users.contains(record.author) else { return }
    if isOn {
      inboxes.add(
        Inboxes.Entry(
          kind: .reaction, room: room, message: record.token, by: user, token: makeToken(), reaction: name),
        for: record.author)
    } else {
      inboxes.remove(for: record.author) {
        $0.room == room && $0.message == record.token && $0.by == user && $0.reaction == name
      }
    }
  }
}
