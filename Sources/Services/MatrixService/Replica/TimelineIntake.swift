import ChatDomain
import DraftEngine

/// Adds events of a room's timeline to the cache, and returns the visible changes.
///
/// Events and references to them arrive in any order: an edit, reaction or redaction waits in the cache for its
/// target. `EventTrust` checks every claim.
struct TimelineIntake {
  let builder: MessageBuilder
  let room: Room

  /// A visible change of the room.
  enum Change {
    /// With content that was parsed already.
    case created(CachedEvent, MessageBuilder.Content?)
    case updated(MessageID)
    case deleted(MessageDeletedEvent)
    case thread(root: MessageID)
    case mentioned(MentionEvent)
  }

  /// The cache's knowledge of an event before it arrives.
  enum Earlier {
    /// Neither the event nor any reference to it. Nearly all events are new in this sense.
    case nothing
    /// Only references: an edit, a redaction, a reply.
    case references
    case event(CachedEvent)

    var event: CachedEvent? { if case .event(let row) = self { row } else { nil } }

    var isNothing: Bool { if case .nothing = self { true } else { false } }
  }

  func earlier(than id: MessageID) throws(CacheFault) -> Earlier {
    if try cache.events.isUnknown(id, in: room.id) { return .nothing }
    return try cache.events.event(id, in: room.id).map { .event($0) } ?? .references
  }

  var cache: MatrixCache { builder.cache }
  var threads: ThreadUpdates { ThreadUpdates(builder: builder, room: room) }
  var me: UserID { builder.me }

  /// - Parameters:
  ///   - token: the event's place in the timeline.
  ///   - slice: nil if it was fetched without its neighbours.
  func insert(_ event: MatrixEvent, at token: Timetoken, slice: SliceID?) throws(CacheFault) -> [Change] {
    try insert(event, after: try earlier(than: event.id), at: token, slice: slice)
  }

  /// - Parameter earlier: the cache's knowledge of the event.
  func insert(
    _ event: MatrixEvent, after earlier: Earlier, at token: Timetoken, slice: SliceID?
  ) throws(CacheFault) -> [Change] {
    if let known = earlier.event { return try insert(known, again: event, at: token, slice: slice) }
    let event = builder.keys?.readable(event) ?? event.unmarked
    return try insert(read: event, after: earlier, at: token, slice: slice)
  }

  /// Inserts an event that is not cached, and was decrypted if it can be.
  func insert(
    read event: MatrixEvent, after earlier: Earlier, at token: Timetoken, slice: SliceID?
  ) throws(CacheFault) -> [Change] {
    let meaning = event.meaning
    switch meaning {
    case .message, .encrypted:
      return try insert(message: event, meaning, after: earlier, at: token, slice: slice)
    case .redacted where EventType.isMessage(event.type):
      return try insert(message: event, meaning, after: earlier, at: token, slice: slice)
    case .edit(let content):
      let isTakenBack = try save(event, .edit, about: content.target, after: earlier, at: token, slice: slice)
      return isTakenBack ? try updated(content.target) : try edited(content, by: event)
    case .reaction(let content):
      let isTakenBack = try save(
        event, .reaction, about: content.target, after: earlier, at: token, slice: slice)
      return isTakenBack ? try updated(content.target) : try reacted(content, by: event, at: token)
    case .vote(let content):
      let isTakenBack = try save(event, .vote, about: content.target, after: earlier, at: token, slice: slice)
      return isTakenBack ? try updated(content.target) : try voted(content, by: event)
    case .redaction(let content): return try insert(redaction: event, content, at: token, slice: slice)
    case .state:
      let isShown =
        room.invitedPartner(of: me) == nil
        && SystemMessageText.text(of: event, by: User(id: event.sender), in: room) != nil
      let row = row(
        event, at: token, slice: slice, kind: isShown ? .system : .state, isShown: isShown,
        isInChannel: isShown)
      try cache.events.save(row)
      if !earlier.isNothing { try threads.freeReplies(under: row.id, at: token) }
      return isShown ? [.created(row, nil)] : []
    case .redacted, .other:
      try cache.events.save(row(event, at: token, slice: slice, kind: .other))
      return []
    }
  }

  /// Saves an edit, a reaction or a vote.
  ///
  /// - Returns: whether it was redacted before it arrived.
  private func save(
    _ event: MatrixEvent, _ kind: CachedEvent.Kind, about target: MessageID, after earlier: Earlier,
    at token: Timetoken, slice: SliceID?
  ) throws(CacheFault) -> Bool {
    let row = row(
      event, at: token, slice: slice, kind: kind, target: target, transaction: event.transaction(for: me))
    try cache.events.save(row)
    guard !earlier.isNothing else { return false }
    try threads.freeReplies(under: row.id, at: token)
    return try isTakenBack(row, event)
  }

  /// Inserts an event that was fetched alone before, or arrives twice.
  private func insert(
    _ known: CachedEvent, again event: MatrixEvent, at token: Timetoken, slice: SliceID?
  ) throws(CacheFault) -> [Change] {
    var changes: [Change] = []
    if let slice, known.slice == nil {
      var placed = known
      placed.slice = slice
      placed.token = token
      try cache.events.save(placed)
      changes += try toldLate(placed, event)
    }
    // The event was redacted since it was cached.
    if let redaction = event.redactedBecause, case .redaction(let content) = redaction.meaning {
      changes += try redacted(known, by: redaction, content, at: known.token)
    }
    return changes
  }

  // MARK: Messages

  private func insert(
    message event: MatrixEvent, _ meaning: EventMeaning, after earlier: Earlier, at token: Timetoken,
    slice: SliceID?
  ) throws(CacheFault) -> [Change] {
    let relations = earlier.isNothing ? [] : try cache.events.relations(of: event.id, in: room.id)
    var content: MessageContent?
    var parentId: MessageID?
    var isInChannel = true
    var isHard = false
    var hardRedaction: MatrixEvent?
    var bytes = event.bytes
    switch meaning {
    case .message(let read):
      content = read
      (parentId, isInChannel) = (read.parentId, read.isShownInChannel)
    case .encrypted(let parent): (parentId, isInChannel) = (parent, parent == nil)
    default:
      // A redacted event has lost its thread; our redactions name it.
      if let redaction = event.redactedBecause, isTrusted(redaction, on: event),
        case .redaction(let told) = redaction.meaning
      {
        (parentId, isInChannel, isHard) = (told.parentId, told.isShownInChannel, told.isHard)
        if told.isHard { hardRedaction = redaction }
      }
    }
    var isDeleted = meaning == .redacted
    for row in relations where row.kind == .redaction {
      guard let redaction = MatrixEvent(bytes: row.bytes, in: room.id), isTrusted(redaction, on: event),
        case .redaction(let told) = redaction.meaning
      else { continue }
      if !isDeleted { bytes = event.redacted(by: redaction) }
      isDeleted = true
      isHard = isHard || told.isHard
      if told.isHard { hardRedaction = redaction }
    }
    if let root = parentId, let known = try cache.events.event(root, in: room.id) {
      // In a thread under anything but a root message it would not be found.
      if let rootEvent = MatrixEvent(bytes: known.bytes, in: room.id), !isDeleted,
        !EventTrust.mayReply(event, under: rootEvent)
      {
        (parentId, isInChannel) = (nil, true)
      } else if !known.isShown, known.kind == .message {
        // Replies of a hard-deleted root are deleted too.
        isHard = true
      }
    }
    // Messages of ignored users are hidden like hard-deleted ones.
    if builder.ignored.contains(event.sender) { isHard = true }
    if isDeleted { content = nil }
    var row = row(
      event, at: token, slice: slice, kind: .message, isShown: !isHard, isInChannel: isInChannel,
      transaction: event.transaction(for: me))
    row.bytes = bytes
    row.isCounted = !isDeleted && !isHard
    row.parentId = parentId
    row.quoted = content?.quote?.id
    let edit = isDeleted ? nil : builder.lastEdit(of: event, among: relations)?.content
    row.mentionsMe = isDeleted ? false : mentionsMe(edit?.content ?? content, by: event.sender)
    try cache.events.add(
      row, findableBy: isDeleted || isHard ? nil : (edit?.content ?? content)?.elements.text)
    try noteInbox(row, event, relations)
    // With a bundled edit, the message is read from the cache once the edit is saved.
    let read =
      isDeleted || event.bundledEdit != nil
      ? nil : MessageBuilder.Content(event: event, meaning: meaning, relations: relations)
    var changes: [Change] = row.isShown ? [.created(row, read)] : []
    if let parentId {
      try threads.touch(parentId, by: row, at: token)
      if row.isShown { changes.append(.thread(root: parentId)) }
      // A message that claims to be its own root counts as a reply that came early.
      if !isDeleted, !earlier.isNothing || parentId == row.id {
        try threads.freeReplies(under: row.id, at: token)
      }
    } else {
      if let told = event.bundledThread, told.count > 0 {
        try threads.add(event.id, count: told.count, last: told.last)
      }
      // Replies may have arrived first.
      if !earlier.isNothing { try threads.recordInvolvement(in: event.id) }
      if let hardRedaction { changes += try removeReplies(of: row.id, by: hardRedaction) }
    }
    if !isDeleted { try insert(bundledEditOf: event) }
    if row.mentionsMe, row.isCounted { changes.append(.mentioned(mention(in: row))) }
    return changes
  }

  func mention(in row: CachedEvent) -> MentionEvent {
    MentionEvent(
      channelId: room.id, parentId: row.parentId, messageId: row.id, mentioned: me, by: row.sender)
  }

  func mentionsMe(_ content: MessageContent?, by sender: UserID) -> Bool {
    guard let content, sender != me else { return false }
    if content.mentions.contains(me) { return true }
    // Only members with enough power may notify the whole room.
    guard content.mentionsRoom, let powers = room.powers else { return false }
    return powers.refusal(of: .mentionEverybody, by: sender) == nil
  }

  func row(
    _ event: MatrixEvent, at token: Timetoken, slice: SliceID?, kind: CachedEvent.Kind, isShown: Bool = false,
    isInChannel: Bool = false, target: MessageID? = nil, transaction: TransactionID? = nil
  ) -> CachedEvent {
    CachedEvent(
      id: event.id, room: room.id, token: token, slice: slice, kind: kind, isShown: isShown, isCounted: false,
      isInChannel: isInChannel, parentId: nil, target: target, quoted: nil, sender: event.sender,
      mentionsMe: false, transactionId: transaction, bytes: event.bytes)
  }
}
