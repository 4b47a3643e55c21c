import ChatDomain
import DraftEngine

/// Builds the contract's messages from cached events and the events that refer to them.
struct MessageBuilder {
  let cache: MatrixCache
  let me: UserID
  let clock: any ChatClock
  /// Decrypts events; nil if this device cannot.
  let keys: AccountKeys?
  let ignored = IgnoredPeople()

  var time: SaneTime { SaneTime(now: clock.now) }

  func user(_ id: UserID, in room: Room) throws(CacheFault) -> User {
    if let member = room.members[id], member.name != nil || member.standing == .joined {
      return User(id: id, name: member.name)
    }
    return try cache.users.user(id) ?? User(id: id)
  }

  /// The message of an event; nil for other events and hidden messages.
  func message(_ row: CachedEvent, in room: Room) throws(CacheFault) -> Message? {
    guard var message = try message(row, nil, in: room) else { return nil }
    message.threadInfo = try threadInfo(under: row.id, in: room)
    return message
  }

  /// The parsed content of an event, so that it is not parsed again.
  final class Content {
    let event: MatrixEvent
    let meaning: EventMeaning
    let relations: [CachedEvent]

    init(event: MatrixEvent, meaning: EventMeaning, relations: [CachedEvent]) {
      self.event = event
      self.meaning = meaning
      self.relations = relations
    }
  }

  /// A message that has just arrived. Its thread info is published separately.
  func message(_ row: CachedEvent, _ content: Content?, in room: Room) throws(CacheFault) -> Message? {
    guard row.isShown, var message = try withoutQuote(row, content, in: room) else { return nil }
    if let quoted = row.quoted, !message.isDeleted {
      message.quoted = try quote(quoted, by: row, in: room)
    }
    return message
  }

  /// The message without its quote and its thread.
  private func withoutQuote(
    _ row: CachedEvent, _ content: Content? = nil, in room: Room
  ) throws(CacheFault) -> Message? {
    guard let event = content?.event ?? MatrixEvent(bytes: row.bytes, in: row.room) else { return nil }
    let author = try user(row.sender, in: room)
    let createdAt = time.timestamp(event.sentAt)
    if row.kind == .system {
      guard let text = SystemMessageText.text(of: event, by: author, in: room) else { return nil }
      return Message(
        id: row.id, channelId: row.room, kind: .system, author: author, elements: [.plainText(text: text)],
        createdAt: createdAt, timetoken: row.token)
    }
    let relations: [CachedEvent]
    if let content {
      relations = content.relations
    } else {
      relations = try cache.events.relations(of: row.id, in: row.room)
    }
    let meaning = content?.meaning ?? event.meaning
    let versions = [row.token, room.pins.changes[row.id]].compactMap(\.self) + relations.map(\.token)
    let written: MessageContent?
    switch meaning {
    case .message(let content): written = content
    case .encrypted, .redacted: written = nil
    case .edit, .reaction, .vote, .redaction, .state, .other: return nil
    }
    let edit = lastEdit(of: event, among: relations)
    let said = edit?.content.content ?? written
    var message = Message(
      id: row.id, channelId: row.room, parentId: row.parentId, author: author,
      elements: said.map { words(of: $0, event, among: relations, in: room) } ?? [],
      files: said?.file.map { [$0] } ?? [], createdAt: createdAt, timetoken: row.token,
      version: versions.max(), pin: room.pins.pin(of: row.id), isShownInChannel: row.isInChannel,
      reactions: reactions(to: event, among: relations),
      transactionId: row.sender == me ? row.transactionId : nil, extras: written?.extras ?? MessageExtras())
    switch meaning {
    // An edit is a message event and cannot change events of other types, such as polls and stickers.
    case .message: message.isEditable = event.type == EventType.message
    case .redacted:
      return message.deleted(at: event.redactedBecause.map { time.timestamp($0.sentAt) } ?? createdAt)
    default: message.isUnreadable = true
    }
    message.isEncrypted = event.isEncrypted
    if event.isEncrypted { message.encryptionNote = event.encryptionNote }
    message.editedAt = edit.map { time.timestamp($0.event.sentAt) }
    // Other clients list mentions separately from the text; replies mention implicitly.
    if row.mentionsMe, !message.mentions(me) { message.alsoMentioned = [me] }
    return message
  }

  /// The elements of a message; for a poll, with the votes that count.
  private func words(
    of content: MessageContent, _ event: MatrixEvent, among relations: [CachedEvent], in room: Room
  ) -> [MessageElement] {
    guard let poll = content.poll else { return content.elements }
    var votes = PollVotes()
    for row in relations where row.kind == .vote && !ignored.contains(row.sender) {
      guard let vote = MatrixEvent(bytes: row.bytes, in: row.room), case .vote(let content) = vote.meaning,
        EventTrust.mayVote(vote, in: event, powers: room.powers)
      else { continue }
      votes.count(content, by: vote.sender)
    }
    return poll.elements(votes, of: event.id, in: room.id, reader: me)
  }

  /// The message of a row even if it is hidden, such as after a hard deletion.
  func tombstone(of row: CachedEvent, in room: Room) throws(CacheFault) -> Message? {
    try withoutQuote(row, in: room)
  }

  /// The edit that counts: the author's last one.
  func lastEdit(
    of original: MatrixEvent, among relations: [CachedEvent]
  ) -> (event: MatrixEvent, content: EditContent)? {
    for row in relations.reversed() where row.kind == .edit {
      guard let event = MatrixEvent(bytes: row.bytes, in: row.room), EventTrust.mayEdit(event, original),
        case .edit(let content) = event.meaning
      else { continue }
      return (event, content)
    }
    return nil
  }

  private func reactions(to original: MatrixEvent, among relations: [CachedEvent]) -> [Reaction] {
    var reactions: [Reaction] = []
    for row in relations where row.kind == .reaction && !ignored.contains(row.sender) {
      guard let event = MatrixEvent(bytes: row.bytes, in: row.room),
        EventTrust.mayReact(event, to: original), case .reaction(let content) = event.meaning
      else { continue }
      reactions.set(content.name, true, by: event.sender)
    }
    return reactions
  }

  /// The event of the user's own reaction, for removing it.
  func ownReaction(_ name: String, to row: CachedEvent) throws(CacheFault) -> MessageID? {
    for relation in try cache.events.relations(of: row.id, in: row.room)
    where relation.kind == .reaction && relation.sender == me {
      if case .reaction(let content)? = MatrixEvent(bytes: relation.bytes, in: row.room)?.meaning,
        content.name == name
      {
        return relation.id
      }
    }
    return nil
  }

  // MARK: Quotes

  /// The quote of a message, with the quoted message's current text. The quoting message's claim is used only if that
  /// is not cached.
  private func quote(
    _ id: MessageID, by row: CachedEvent, in room: Room
  ) throws(CacheFault) -> QuotedMessage? {
    if let quoted = try cache.events.event(id, in: row.room) {
      guard quoted.isShown else {
        return QuotedMessage(
          id: id, channelId: row.room, author: try user(quoted.sender, in: room), elements: [],
          isDeleted: true)
      }
      return try withoutQuote(quoted, in: room).map { QuotedMessage($0) }
    }
    guard case .message(let content)? = MatrixEvent(bytes: row.bytes, in: row.room)?.meaning,
      let claim = content.quote?.claim
    else { return nil }
    return QuotedMessage(
      id: id, channelId: row.room, author: try user(claim.author, in: room), elements: claim.elements)
  }

  /// A quote with the current text of the quoted message.
  func presented(_ quoted: QuotedMessage, in room: Room) throws(CacheFault) -> QuotedMessage {
    guard let row = try cache.events.event(quoted.id, in: room.id) else { return quoted }
    guard row.isShown else { return quoted.deleted }
    return try withoutQuote(row, in: room).map { QuotedMessage($0) } ?? quoted
  }

  /// An earlier event with quotes up to date.
  func presented(_ event: ChatEvent, in room: Room) throws(CacheFault) -> ChatEvent {
    switch event {
    case .messageCreated(var message):
      guard let quoted = message.quoted else { return event }
      message.quoted = try presented(quoted, in: room)
      return .messageCreated(message)
    case .messageUpdated(var message):
      guard let quoted = message.quoted else { return event }
      message.quoted = try presented(quoted, in: room)
      return .messageUpdated(message)
    case .draftUpdated(let update):
      guard let quoted = update.draftMessage.content.quoted else { return event }
      var draft = update.draftMessage
      draft.content.quoted = try presented(quoted, in: room)
      return .draftUpdated(DraftUpdatedEvent(draftMessage: draft))
    default: return event
    }
  }

  // MARK: Threads

  /// The maximum number of repliers to name.
  private static let mostNamed = 5

  func threadInfo(under root: MessageID, in room: Room) throws(CacheFault) -> ThreadInfo? {
    guard let thread = try cache.threads.thread(root, in: room.id) else { return nil }
    var count = 0
    var latest: Timetoken?
    var named: [User] = []
    for replier in try cache.threads.repliers(of: root, in: room.id) {
      count += replier.count
      latest = max(latest ?? replier.latest, replier.latest)
      if named.count < Self.mostNamed { named.append(try user(replier.user, in: room)) }
    }
    if let told = thread.serverCount, !thread.isComplete { count = max(count, told.count) }
    var lastRepliedAt: Timestamp?
    if let latest, count > 0,
      let last = try cache.events.page(
        .thread(root, in: room.id), .before(Timetoken(latest.rawValue + 1)), limit: 1
      )
      .last,
      let event = MatrixEvent(bytes: last.bytes, in: room.id)
    {
      lastRepliedAt = time.timestamp(event.sentAt)
    }
    return ThreadInfo(
      replyCount: count, mostRepliedUsers: named, lastRepliedAt: lastRepliedAt, updatedAt: thread.changed)
  }
}

/// The text of system messages: joins, departures, renames.
enum SystemMessageText {
  /// The text for a state event; nil for one that shows no message.
  static func text(of event: MatrixEvent, by author: User, in room: Room) -> String? {
    guard case .state(let state) = event.meaning else { return nil }
    // The header of a new room shows its creator and name already.
    if !event.replacesState, event.sender == room.creation?.creator {
      switch state {
      case .name: return nil
      case .member(event.sender, _): return nil
      default: break
      }
    }
    switch state {
    case .name(let name?): return "\(author.displayName) named the channel “\(name)”"
    case .member(let user, let member):
      let person = member.name ?? room.members[user]?.name ?? user.rawValue
      switch (event.previousStanding, member.standing) {
      // A repeated join only changes the name or picture.
      case (.joined, .joined): return nil
      case (_, .joined): return "\(person) joined"
      case (.joined, .left): return "\(person) left"
      case (.joined, .banned): return "\(person) was banned"
      default: return nil
      }
    case .tombstone(.some): return "\(author.displayName) replaced the channel by another one"
    case .creation, .name(nil), .topic, .alias, .joinRule, .powers, .pinned, .encryption,
      .historyVisibility, .tombstone(nil), .child:
      return nil
    }
  }
}
