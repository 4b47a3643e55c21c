import ChatDomain
import MatrixCache

extension MatrixService {
  /// In how many rooms the last message is looked for, and in how many at a time.
  private static let mostSought = 50
  private static let soughtAbreast = 8

  /// Fetches the last message of rooms in which something else happened after it, such as a pin or a reaction, in the
  /// latest ones first.
  ///
  /// Each room is asked about once. A list can be shown without what does not come.
  func learnLatest(of rooms: [Room]) async throws(ChatError) {
    let sought = try known { replica throws(CacheFault) in
      var sought: [Room] = []
      for room in rooms where !room.isLatestSought {
        if try replica.lacksLatest(in: room) { sought.append(room) }
      }
      return sought
    }
    let wanted = sought.sorted { $0.highest ?? Timetoken(0) > $1.highest ?? Timetoken(0) }
      .prefix(Self.mostSought)
    guard !wanted.isEmpty else { return }
    for room in wanted { room.isLatestSought = true }
    let ids = wanted.map(\.id)
    await withTaskGroup(of: Void.self) { group in
      for (index, id) in ids.enumerated() {
        if index >= Self.soughtAbreast { await group.next() }
        group.addTask { await self.seekLatest(in: id) }
      }
    }
  }

  private func seekLatest(in id: ChannelID) async {
    do throws(ChatError) {
      let room = try room(id)
      for _ in 0..<2 {
        guard try known({ replica throws(CacheFault) in try replica.lacksLatest(in: room) }),
          try await extendLive(of: room)
        else { return }
      }
    } catch {
      // Whoever asks for the list next asks for it again.
      if case .connection = error { seekLatestAgain(in: id) }
    }
  }

  private func seekLatestAgain(in id: ChannelID) {
    do throws(ChatError) { try room(id).isLatestSought = false } catch {
      // The room is gone meanwhile.
    }
  }
}

extension Replica {
  /// Whether nothing that is shown is in the part of the timeline that is here. What was found alone, such as the root of
  /// a thread, says nothing of what came last.
  fileprivate func lacksLatest(in room: Room) throws(CacheFault) -> Bool {
    guard let live = room.live, live.before != nil else { return false }
    return try cache.page(.slice(live.id, in: room.id), .newest, limit: 1).isEmpty
  }
}
