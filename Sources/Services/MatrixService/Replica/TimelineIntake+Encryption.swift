import ChatDomain

/// Reading encrypted events again, after their key arrived or more is known of their sender.
extension TimelineIntake {
  /// Reads an event again.
  func readAgain(_ id: MessageID) throws(CacheFault) -> [Change] {
    guard let row = try cache.events.event(id, in: room.id),
      let kept = MatrixEvent(bytes: row.bytes, in: room.id), kept.type == EventType.encrypted,
      kept.meaning != .redacted
    else { return [] }
    let event = builder.keys?.readAgain(kept) ?? kept
    guard event.type != EventType.encrypted else {
      guard event.encryptionNote != kept.encryptionNote else { return [] }
      var changed = row
      changed.bytes = event.bytes
      try cache.events.save(changed)
      return try updated(id)
    }
    // Inserted as if it arrived for the first time, at its old place.
    try cache.events.remove(id, in: room.id)
    let changes = try insert(read: event, after: .references, at: row.token, slice: row.slice)
    let told = changes.compactMap { change -> Change? in
      switch change {
      case .created(let created, _) where row.isShown: .updated(created.id)
      case .mentioned: isRead(row) ? nil : change
      default: change
      }
    }
    return told + (try gone(row))
  }

  /// The deletion of a row that was shown as a message, and turned out to be something else, such as an edit.
  private func gone(_ row: CachedEvent) throws(CacheFault) -> [Change] {
    guard row.isShown, try cache.events.event(row.id, in: room.id)?.isShown != true else { return [] }
    return [
      .deleted(
        MessageDeletedEvent(
          channelId: room.id, messageId: row.id, parentId: row.parentId, isHard: true,
          deletedAt: builder.clock.now))
    ]
  }

  private func isRead(_ row: CachedEvent) -> Bool {
    // An event of an older page counts as read.
    guard row.slice != nil, row.slice == room.timeline.live?.id else { return true }
    let reading = room.reading
    let read = row.parentId.map { [reading.threads[$0], reading.baseline] } ?? [reading.readUpTo]
    return read.compactMap(\.self).contains { row.token <= $0 }
  }
}
