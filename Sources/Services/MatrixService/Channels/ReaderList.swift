import ChatDomain

/// How far others have read, as their receipts say.
final class ReaderList {
  private let sync: SyncLoop
  private let store: ReplicaStore

  /// How many receipts are looked at for a list, the latest: a room may have one of each of its members.
  private static let mostReceipts = 200

  init(_ sync: SyncLoop, _ store: ReplicaStore) {
    self.sync = sync
    self.store = store
  }

  func readers(of id: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    let limit = try ListRequest.pageSize(limit)
    try await sync.syncUnlessLive()
    let room = try store.room(id)
    return try store.withReplica { replica throws(CacheFault) in
      try readers(
        by: replica.cache.receipts.latest(in: id, limit: Self.mostReceipts), in: room, limit, replica)
    }
  }

  func readers(
    ofThreadUnder root: MessageID, in id: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    let limit = try ListRequest.pageSize(limit)
    try await sync.syncUnlessLive()
    let room = try store.room(id)
    return try store.withReplica { replica throws(CacheFault) in
      try readers(
        by: replica.cache.receipts.latest(under: root, in: id, limit: Self.mostReceipts), in: room, limit,
        replica)
    }
  }

  private func readers(
    by receipts: [CachedReceipt], in room: Room, _ limit: Int, _ replica: Replica
  ) throws(CacheFault) -> [ReaderPosition] {
    var read: [UserID: Timetoken] = [:]
    for receipt in receipts
    where receipt.user != replica.me && !replica.ignored.contains(receipt.user) {
      // Who went is no reader any more; of many who are in it nothing else is known.
      if let member = room.members[receipt.user], member.standing != .joined { continue }
      guard let token = try replica.cache.events.event(receipt.event, in: room.id)?.token else { continue }
      read[receipt.user] = max(read[receipt.user] ?? token, token)
    }
    let furthest = read.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(limit)
    var readers: [ReaderPosition] = []
    for (user, token) in furthest {
      readers.append(
        ReaderPosition(user: try replica.builder.user(user, in: room), lastRead: token))
    }
    return readers
  }
}
