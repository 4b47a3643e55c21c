package import ChatDomain
import DraftEngine

/// The entries of the outbox, in order within each channel. Indices keep lookups cheap, because a user may write thousands of
/// messages without a connection.
package nonisolated struct OutboxQueue {
  private var queued: [TransactionID: QueuedEntry] = [:]
  private var index: [IndexKey: OrderedEntries] = [:]
  private var arrivals = 0
  private(set) var lastSequence = 0

  package subscript(id: TransactionID) -> OutboxEntry? { queued[id]?.entry }

  /// The channels with waiting entries.
  package var channels: [ChannelID] {
    index.keys.compactMap { if case .all(let channel) = $0 { channel } else { nil } }.sorted()
  }

  /// The number of the next entry.
  mutating func nextSequence() -> Int {
    lastSequence += 1
    return lastSequence
  }

  /// Inserts an entry at the position its number gives it, or replaces the entry of the same id.
  package mutating func upsert(_ entry: OutboxEntry) {
    upsert(entry, isSaved: queued[entry.transactionId]?.isSaved ?? true)
  }

  /// Gives an entry its position before it is saved, so that an entry that is saved faster does not overtake it.
  mutating func reserve(_ entry: OutboxEntry) { upsert(entry, isSaved: false) }

  /// Call when the store has the entry.
  mutating func markSaved(_ id: TransactionID) {
    if let entry = queued[id]?.entry { upsert(entry, isSaved: true) }
  }

  func isSaved(_ id: TransactionID) -> Bool { queued[id]?.isSaved ?? true }

  package mutating func remove(_ id: TransactionID) {
    guard let old = queued.removeValue(forKey: id) else { return }
    for key in old.keys { remove(old.position, under: key) }
    if old.blocksReplies { reconsiderReplies(to: old.entry) }
  }

  package mutating func removeAll() { (queued, index) = ([:], [:]) }

  /// All entries of a channel, in order.
  package func entries(in channel: ChannelID) -> [OutboxEntry] { entries(under: .all(channel)) }

  /// The entries about one message, in order. An unsent message has the id of its transaction.
  package func entries(about message: MessageID, in channel: ChannelID) -> [OutboxEntry] {
    entries(under: .about(message, channel))
  }

  /// The pending messages that reply to a message or quote it.
  package func entries(naming message: MessageID, in channel: ChannelID) -> [OutboxEntry] {
    entries(under: .naming(message, channel))
  }

  /// The next entry to attempt in a channel. A failed entry waits for the user and delays only the replies to it;
  /// notifications of mentions come after everything that has not arrived yet.
  package func next(in channel: ChannelID) -> OutboxEntry? {
    (index[.waiting(channel)]?.first ?? index[.accepted(channel)]?.first).flatMap { self[$0] }
  }

  /// The last pending or failed message that is shown in the channel.
  package func lastMessage(in channel: ChannelID) -> Message? {
    index[.shown(channel)]?.last.flatMap { self[$0]?.message }
  }

  /// The last message with a failed entry.
  package func lastFailure(in channel: ChannelID) -> Message? {
    index[.failed(channel)]?.last.flatMap { self[$0]?.message }
  }

  /// The saved entries of all channels that can still be taken back, the latest decision last.
  package var delayed: [OutboxEntry] {
    let delayed = entries(under: .delayed)
    // Usually there are none, and this is read for each visible message.
    guard !delayed.isEmpty else { return [] }
    return delayed.filter { isSaved($0.transactionId) }.inOrderOfDecision
  }

  /// The delayed entries, except those followed by a later pin or unpin that is still waiting, which decides for both.
  var releasable: [OutboxEntry] {
    delayed.filter { entry in
      !entry.isPinning
        || !entries(about: entry.message.id, in: entry.channelId).contains {
          $0.isPinning && $0.canBeTakenBack && $0.sequence > entry.sequence
        }
    }
  }

  private func entries(under key: IndexKey) -> [OutboxEntry] {
    index[key]?.ids.compactMap { self[$0] } ?? []
  }

  private mutating func upsert(_ entry: OutboxEntry, isSaved: Bool) {
    lastSequence = max(lastSequence, entry.sequence)
    let id = entry.transactionId
    let before = queued[id]
    if before == nil { arrivals += 1 }
    let new = QueuedEntry(
      entry: entry, isSaved: isSaved, isBlocked: isBlocked(entry),
      position: before?.position
        ?? OrderedEntries.Position(sequence: entry.sequence, arrival: arrivals, id: id))
    queued[id] = new
    let (old, keys) = (before?.keys ?? [], new.keys)
    if old != keys {
      for key in old where !keys.contains(key) { remove(new.position, under: key) }
      for key in keys where !old.contains(key) {
        index[key, default: OrderedEntries()].insert(new.position)
      }
    }
    if new.blocksReplies != (before?.blocksReplies == true) { reconsiderReplies(to: entry) }
  }

  /// Whether it is a reply to a message that was refused, or that may yet be deleted: it waits until the user has
  /// decided about that message.
  private func isBlocked(_ entry: OutboxEntry) -> Bool {
    guard case .send(let new) = entry.work, let parent = new.parentId,
      let other = queued[TransactionID(parent.rawValue)], other.entry.channelId == entry.channelId
    else { return false }
    return other.blocksReplies
  }

  private mutating func reconsiderReplies(to entry: OutboxEntry) {
    let local = MessageID(entry.transactionId.rawValue)
    for reply in entries(naming: local, in: entry.channelId) { upsert(reply) }
  }

  private mutating func remove(_ position: OrderedEntries.Position, under key: IndexKey) {
    index[key]?.remove(position)
    if index[key]?.isEmpty == true { index[key] = nil }
  }
}

/// The keys by which entries are looked up.
nonisolated private enum IndexKey: Hashable {
  case all(ChannelID)
  case waiting(ChannelID)
  case accepted(ChannelID)
  case shown(ChannelID)
  case failed(ChannelID)
  case delayed
  case about(MessageID, ChannelID)
  case naming(MessageID, ChannelID)
}

nonisolated private struct QueuedEntry {
  let entry: OutboxEntry
  /// Whether the store has it: before that it is neither shown nor attempted.
  let isSaved: Bool
  let isBlocked: Bool
  let position: OrderedEntries.Position

  var blocksReplies: Bool { entry.isSend && (entry.failure != nil || entry.canBeTakenBack) }

  var keys: [IndexKey] {
    let channel = entry.channelId
    var keys: [IndexKey] = [.all(channel), .about(entry.message.id, channel)]
    if entry.isAccepted {
      if entry.failure == nil, !entry.isHeldBack { keys.append(.accepted(channel)) }
    } else {
      if entry.canBeTakenBack {
        keys.append(.delayed)
      } else if entry.isHeldBack {
        // Waits until it is known whether the message stays.
      } else if entry.failure == nil, !isBlocked {
        keys.append(.waiting(channel))
      }
      if isSaved, entry.isSend, entry.message.isShownInList { keys.append(.shown(channel)) }
      if isSaved, !entry.isLookup, entry.message.localState?.isFailed == true {
        keys.append(.failed(channel))
      }
    }
    guard case .send(let new) = entry.work else { return keys }
    let named = Set([new.parentId, new.quoted?.id].compactMap { $0 })
    return keys + named.map { .naming($0, channel) }
  }
}

nonisolated extension [OutboxEntry] {
  /// Ordered by the end of the time in which they can be taken back. The sequence does not give this order, because a message has
  /// its number long before it is deleted.
  var inOrderOfDecision: [OutboxEntry] {
    let never = Timestamp(microseconds: .min)
    return sorted { ($0.notBefore ?? never, $0.sequence) < ($1.notBefore ?? never, $1.sequence) }
  }
}

/// Some entries of the outbox, ordered by position. Almost always the first one is removed and a new one is added at the
/// end.
nonisolated struct OrderedEntries {
  /// The position of an entry: by its number, and among equal numbers in the order of arrival.
  package struct Position: Comparable {
    let sequence: Int
    package let arrival: Int
    package let id: TransactionID

    package static func < (left: Position, right: Position) -> Bool {
      (left.sequence, left.arrival) < (right.sequence, right.arrival)
    }
  }

  private var positions: [Position] = []
  /// The index of the first remaining entry: removing the first does not move the others.
  private var head = 0

  var isEmpty: Bool { head == positions.count }
  var first: TransactionID? { isEmpty ? nil : positions[head].id }
  var last: TransactionID? { isEmpty ? nil : positions[positions.count - 1].id }
  var ids: [TransactionID] { positions[head...].map(\.id) }

  mutating func insert(_ position: Position) {
    if let last = positions.last, head < positions.count, position < last {
      positions.insert(position, at: index(of: position))
    } else {
      positions.append(position)
    }
  }

  mutating func remove(_ position: Position) {
    let index = index(of: position)
    guard index < positions.count, positions[index] == position else { return }
    guard index == head else {
      positions.remove(at: index)
      return
    }
    head += 1
    // Half at a time, so that the amortized cost of a removal is constant.
    if head * 2 > positions.count {
      positions.removeFirst(head)
      head = 0
    }
  }

  /// The first index whose position does not precede the given one.
  private func index(of position: Position) -> Int {
    positions[head...].partitioningIndex { $0 >= position }
  }
}
