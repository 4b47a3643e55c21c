import ChatDomain
import DraftEngine

/// The changes that edits, reactions, votes and redactions make to their targets.
extension TimelineIntake {
  // MARK: Edits, reactions and votes

  func edited(_ content: EditContent, by event: MatrixEvent) throws(CacheFault) -> [Change] {
    guard let row = try cache.events.event(content.target, in: room.id),
      let original = MatrixEvent(bytes: row.bytes, in: room.id), EventTrust.mayEdit(event, original)
    else { return [] }
    let isNew = !row.mentionsMe && content.newMentions.contains(me)
    try rewrite(row, original)
    guard row.isShown else { return [] }
    return isNew && event.sender != me
      ? [.updated(row.id), .mentioned(mention(in: row))] : [.updated(row.id)]
  }

  /// Inserts the edit that the server attached to a message, if it counts.
  func insert(bundledEditOf event: MatrixEvent) throws(CacheFault) {
    guard let attached = event.bundledEdit else { return }
    let earlier = try earlier(than: attached.id)
    guard earlier.event == nil else { return }
    let edit = builder.keys?.readable(attached) ?? attached.unmarked
    guard EventTrust.mayEdit(edit, event) else { return }
    _ = try insert(
      read: edit, after: earlier, at: Timetoken(matrix: edit.id, sentAt: edit.sentAt, in: builder.time),
      slice: nil)
  }

  /// Updates mentions, inbox and search words after an edit came or went.
  func rewrite(_ row: CachedEvent, _ original: MatrixEvent) throws(CacheFault) {
    var row = row
    let edit = builder.lastEdit(of: original, among: try cache.events.relations(of: row.id, in: room.id))
    var content = edit?.content.content
    if content == nil, case .message(let own) = original.meaning { content = own }
    row.mentionsMe = row.isCounted && mentionsMe(content, by: row.sender)
    try cache.events.save(row)
    try noteInbox(row)
    if row.isShown { try cache.words.setText(of: row.id, in: room.id, to: content?.elements.text ?? "") }
    try threads.recordInvolvement(in: row.parentId ?? row.id)
  }

  func reacted(
    _ content: ReactionContent, by event: MatrixEvent, at token: Timetoken
  ) throws(CacheFault) -> [Change] {
    guard let row = try cache.events.event(content.target, in: room.id), row.isShown,
      let original = MatrixEvent(bytes: row.bytes, in: room.id), EventTrust.mayReact(event, to: original)
    else { return [] }
    try noteInbox(reaction: event, content, to: row, at: token)
    return [.updated(row.id)]
  }

  func voted(_ content: VoteContent, by event: MatrixEvent) throws(CacheFault) -> [Change] {
    guard let row = try cache.events.event(content.target, in: room.id), row.isShown,
      let poll = MatrixEvent(bytes: row.bytes, in: room.id),
      EventTrust.mayVote(event, in: poll, powers: room.powers)
    else { return [] }
    return [.updated(row.id)]
  }

  // MARK: Redactions

  func insert(
    redaction event: MatrixEvent, _ content: RedactionContent, at token: Timetoken, slice: SliceID?
  ) throws(CacheFault) -> [Change] {
    let target = try cache.events.event(content.target, in: room.id)
    // Redacting a reaction, vote or edit changes the version of its message.
    let about =
      target.flatMap { [.reaction, .edit, .vote].contains($0.kind) ? $0.target : nil } ?? content.target
    try cache.events.save(
      row(
        event, at: token, slice: slice, kind: .redaction, target: about,
        transaction: event.transaction(for: me)))
    return try target.map { (target) throws(CacheFault) in
      try redacted(target, by: event, content, at: token)
    } ?? []
  }

  func redacted(
    _ target: CachedEvent, by redaction: MatrixEvent, _ content: RedactionContent, at token: Timetoken
  ) throws(CacheFault) -> [Change] {
    guard let original = MatrixEvent(bytes: target.bytes, in: room.id), isTrusted(redaction, on: original)
    else {
      return []
    }
    let wasDeleted = original.meaning == .redacted
    var row = target
    if !wasDeleted { row.bytes = original.redacted(by: redaction) }
    switch target.kind {
    case .message:
      guard target.isShown, !wasDeleted || content.isHard else { return [] }
      row.isCounted = false
      row.mentionsMe = false
      row.quoted = nil
      row.isShown = !content.isHard
      try cache.events.save(row)
      try cache.inbox.remove(about: row.id, in: room.id)
      try cache.words.setText(of: row.id, in: room.id, to: "")
      var changes: [Change] = [.deleted(deletion(of: row, by: redaction, isHard: content.isHard))]
      if let root = row.parentId {
        try threads.touch(root, by: nil, at: token)
        changes.append(.thread(root: root))
      } else if content.isHard {
        changes += try removeReplies(of: row.id, by: redaction)
      }
      return changes
    case .reaction, .edit, .vote:
      guard !wasDeleted, let message = target.target else { return [] }
      try cache.events.save(row)
      try cache.inbox.remove(row.id, in: room.id)
      guard let about = try cache.events.event(message, in: room.id), about.isShown else { return [] }
      if target.kind == .edit, let original = MatrixEvent(bytes: about.bytes, in: room.id) {
        try rewrite(about, original)
      }
      return [.updated(message)]
    case .system, .redaction, .state, .other: return []
    }
  }

  func deletion(of row: CachedEvent, by redaction: MatrixEvent, isHard: Bool) -> MessageDeletedEvent {
    MessageDeletedEvent(
      channelId: room.id, messageId: row.id, parentId: row.parentId, isHard: isHard,
      deletedAt: builder.time.timestamp(redaction.sentAt))
  }

  func removeReplies(of root: MessageID, by redaction: MatrixEvent) throws(CacheFault) -> [Change] {
    try threads.hideReplies(of: root).map { .deleted(deletion(of: $0, by: redaction, isHard: true)) }
  }

  /// Whether a redaction counts, even if the content was removed already.
  func isTrusted(_ redaction: MatrixEvent, on target: MatrixEvent) -> Bool {
    EventTrust.mayRedact(redaction, target, powers: room.powers)
  }
}

/// Late events: history pages begin with the newest, and some events are fetched alone first.
extension TimelineIntake {
  /// The changes for an event that was fetched alone, now that its place is known. They were not published then.
  func toldLate(_ row: CachedEvent, _ event: MatrixEvent) throws(CacheFault) -> [Change] {
    switch row.kind {
    case .message:
      guard row.isShown else { return [] }
      var changes: [Change] = [.created(row, nil)]
      if let root = row.parentId { changes.append(.thread(root: root)) }
      if row.mentionsMe, row.isCounted { changes.append(.mentioned(mention(in: row))) }
      return changes
    case .system: return row.isShown ? [.created(row, nil)] : []
    case .edit, .reaction, .vote:
      return try row.target.map { (id) throws(CacheFault) in try updated(id) } ?? []
    case .redaction:
      guard case .redaction(let content) = event.meaning,
        let target = try cache.events.event(content.target, in: room.id),
        let original = MatrixEvent(bytes: target.bytes, in: room.id), isTrusted(event, on: original)
      else { return [] }
      guard target.kind == .message else {
        return try row.target.map { (id) throws(CacheFault) in try updated(id) } ?? []
      }
      let deleted = Change.deleted(deletion(of: target, by: event, isHard: content.isHard))
      return [deleted] + (target.parentId.map { [.thread(root: $0)] } ?? [])
    case .state, .other: return []
    }
  }

  /// The update of a shown message.
  func updated(_ id: MessageID) throws(CacheFault) -> [Change] {
    try cache.events.event(id, in: room.id)?.isShown == true ? [.updated(id)] : []
  }

  /// Applies redactions that arrived before their edit, reaction or vote, and returns whether one counts.
  func isTakenBack(_ row: CachedEvent, _ event: MatrixEvent) throws(CacheFault) -> Bool {
    var isTakenBack = false
    for var waiting in try cache.events.relations(of: row.id, in: room.id) where waiting.kind == .redaction {
      if !isTakenBack, let redaction = MatrixEvent(bytes: waiting.bytes, in: room.id),
        isTrusted(redaction, on: event)
      {
        var taken = row
        taken.bytes = event.redacted(by: redaction)
        try cache.events.save(taken)
        isTakenBack = true
      }
      // The redaction counts for the message's version, as if it had arrived in order.
      waiting.target = row.target
      try cache.events.save(waiting)
    }
    return isTakenBack
  }
}

extension TimelineIntake {
  /// Updates a message's inbox item.
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

  /// Adds inbox items for a new message, and for reactions that came before a message of the user.
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

  /// Adds another user's reaction to a message of the user.
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
