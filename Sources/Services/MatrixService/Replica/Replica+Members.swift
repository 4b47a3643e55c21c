import ChatDomain

/// Who is in a room, as the server tells who asks for all.
extension Replica {
  /// Keeps a part of those who are in a room, once all were asked for: only what was not known of them.
  func addMembers(_ events: some Sequence<MatrixEvent>, of room: Room) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      for event in events {
        guard case .state(.member(let user, let member)) = event.meaning, room.members[user] != member else {
          continue
        }
        try apply(state: event, of: room)
      }
      try save(room)
    }
  }

  /// Notes that all who are in a room are known.
  ///
  /// - Parameters:
  ///   - events: of those who are in it, which were added.
  ///   - known: who was in it as far as was known before; those of them who are not named went unseen.
  func setMembers(
    _ events: [MatrixEvent], of room: Room, among known: Set<UserID>
  ) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      for user in known.subtracting(events.compactMap { $0.stateKey.map { UserID($0) } }) {
        room.members[user] = nil
        try cache.states.removeMember(user, of: room.id)
      }
      room.members.isComplete = true
      try save(room)
    }
  }
}
