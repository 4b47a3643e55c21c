import ChatDomain

/// What comes later than it should: pages of history begin with the newest, and some events are found alone first.
extension TimelineIntake {
  /// What is told of an event that was found alone, now that its place is known. Nobody was told when it was found.
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

  /// A message that is shown differently now.
  func updated(_ id: MessageID) throws(CacheFault) -> [Change] {
    try cache.events.event(id, in: room.id)?.isShown == true ? [.updated(id)] : []
  }

  /// Whether an edit or a reaction was taken back before it came.
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
      // As if it had come in order, it counts for the version of the message.
      waiting.target = row.target
      try cache.events.save(waiting)
    }
    return isTakenBack
  }
}
