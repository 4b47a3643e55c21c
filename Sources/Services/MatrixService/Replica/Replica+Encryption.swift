import ChatDomain

/// Reading encrypted events again.
extension Replica {
  /// Decrypts events again, and returns the visible changes.
  func readAgain(_ places: Set<EventPlace>) throws(CacheFault) -> [ChatEvent] {
    var news: [ChatEvent] = []
    try cache.transaction { () throws(CacheFault) in
      for (id, events) in Dictionary(grouping: places, by: \.room).sorted(by: { $0.key < $1.key })
      where rooms[id] != nil {
        news += try change(id) { intake throws(CacheFault) in
          try intake.readAgain(events.map(\.event).sorted())
        }
      }
      news += try InboxReader(replica: self).news()
    }
    return news
  }

  /// The latest messages of each encrypted room that could not be read.
  func hiddenMessages() throws(CacheFault) -> Set<EventPlace> {
    var places: Set<EventPlace> = []
    for room in rooms.values where room.isEncrypted {
      for row in try cache.events.unreadable(in: room.id, limit: Self.mostHidden) {
        places.insert(EventPlace(room: room.id, event: row.id))
      }
    }
    return places
  }

  private static let mostHidden = 200
}
