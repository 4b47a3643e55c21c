import ChatDomain

extension TimelineIntake {
  /// Keeps whether a message concerns the user, as it is now.
  func noteInbox(_ row: CachedEvent) throws(CacheFault) {
    guard row.sender != builder.me else { return }
    guard row.isShown, row.isCounted, let kind = try kind(of: row) else {
      return try cache.inbox.remove(row.id, in: room.id)
    }
    try cache.inbox.save(
      CachedInboxItem(
        event: row.id, room: room.id, kind: kind, message: row.id, parent: row.parentId, sender: row.sender,
        token: row.token))
  }

  /// Keeps what a message that just came says, and for one of the user's what was done to it before it came.
  func noteInbox(_ row: CachedEvent, _ event: MatrixEvent, _ relations: [CachedEvent]) throws(CacheFault) {
    guard row.sender == builder.me else { return try noteInbox(row) }
    for relation in relations where relation.kind == .reaction && row.isCounted {
      guard let reaction = MatrixEvent(bytes: relation.bytes, in: room.id),
        EventTrust.mayReact(reaction, to: event), case .reaction(let content) = reaction.meaning
      else { continue }
      try noteInbox(reaction: reaction, content, to: row, at: relation.token)
    }
  }

  private func kind(of row: CachedEvent) throws(CacheFault) -> InboxItem.Kind? {
    if row.mentionsMe { return .mention }
    for id in [row.quoted, row.parentId].compactMap(\.self) {
      if try cache.events.event(id, in: room.id)?.sender == builder.me { return .reply }
    }
    return nil
  }

  /// Keeps a reaction of somebody else to a message of the user's.
  func noteInbox(
    reaction event: MatrixEvent, _ content: ReactionContent, to row: CachedEvent, at token: Timetoken
  ) throws(CacheFault) {
    guard row.sender == builder.me, event.sender != builder.me else { return }
    try cache.inbox.save(
      CachedInboxItem(
        event: event.id, room: room.id, kind: .reaction, message: row.id, parent: row.parentId,
        sender: event.sender, token: token, name: content.name))
  }
}
