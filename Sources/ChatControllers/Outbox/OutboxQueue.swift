import ChatDomain

/// The entries of the outbox, in order within each channel. Every lookup is independent of the other entries: a user
/// may write ten thousand messages on a long journey without a connection.
nonisolated struct OutboxQueue {
  private var held: [TransactionID: Held] = [:]
  private var lines: [Shelf: OrderedEntries] = [:]
  private var arrivals = 0
  private(set) var lastSequence = 0

  subscript(id: TransactionID) -> OutboxEntry? { held[id]?.entry }

  /// The channels with waiting entries.
  var channels: [ChannelID] {
    lines.keys.compactMap { if case .all(let channel) = $0 { channel } else { nil } }.sorted()
  }

  /// The number of the next entry.
  mutating func nextSequence() -> Int {
    lastSequence += 1
    return lastSequence
  }

  /// Inserts an entry at the position its number gives it, or replaces the entry of the same id.
  mutating func put(_ entry: OutboxEntry) { put(entry, isKept: held[entry.transactionId]?.isKept ?? true) }

  /// Gives an entry its place before it is saved, so that an entry that is saved faster does not overtake it.
  mutating func reserve(_ entry: OutboxEntry) { put(entry, isKept: false) }

  /// Notes that the store has the entry.
  mutating func markKept(_ id: TransactionID) {
    if let entry = held[id]?.entry { put(entry, isKept: true) }
  }

  func isKept(_ id: TransactionID) -> Bool { held[id]?.isKept ?? true }

  mutating func remove(_ id: TransactionID) {
    guard let old = held.removeValue(forKey: id) else { return }
    for shelf in old.shelves { take(old.place, off: shelf) }
    if old.holdsUpReplies { reconsiderReplies(to: old.entry) }
  }

  mutating func removeAll() { (held, lines) = ([:], [:]) }

  /// All entries of a channel, in order.
  func entries(in channel: ChannelID) -> [OutboxEntry] { entries(on: .all(channel)) }

  /// The entries about one message, in order. An unsent message has the id of its transaction.
  func entries(about message: MessageID, in channel: ChannelID) -> [OutboxEntry] {
    entries(on: .about(message, channel))
  }

  /// The pending messages that reply to a message or quote it.
  func entries(naming message: MessageID, in channel: ChannelID) -> [OutboxEntry] {
    entries(on: .naming(message, channel))
  }

  /// The next entry to attempt in a channel. A failed entry waits for the user and delays only the replies to it;
  /// notifications of mentions come after everything that has not arrived yet.
  func next(in channel: ChannelID) -> OutboxEntry? {
    (lines[.waiting(channel)]?.first ?? lines[.accepted(channel)]?.first).flatMap { self[$0] }
  }

  /// The last pending or failed message that is shown in the channel.
  func lastMessage(in channel: ChannelID) -> Message? {
    lines[.shown(channel)]?.last.flatMap { self[$0]?.message }
  }

  /// The last message with a failed entry.
  func lastFailure(in channel: ChannelID) -> Message? {
    lines[.failed(channel)]?.last.flatMap { self[$0]?.message }
  }

  /// The entries of all channels that can still be taken back, in the order of their numbers.
  var delayed: [OutboxEntry] { entries(on: .delayed) }

  private func entries(on shelf: Shelf) -> [OutboxEntry] {
    lines[shelf]?.ids.compactMap { self[$0] } ?? []
  }

  private mutating func put(_ entry: OutboxEntry, isKept: Bool) {
    lastSequence = max(lastSequence, entry.sequence)
    let id = entry.transactionId
    let before = held[id]
    if before == nil { arrivals += 1 }
    let new = Held(
      entry: entry, isKept: isKept, isHeldUp: isHeldUp(entry),
      place: before?.place ?? OrderedEntries.Place(sequence: entry.sequence, arrival: arrivals, id: id))
    held[id] = new
    let (old, shelves) = (before?.shelves ?? [], new.shelves)
    if old != shelves {
      for shelf in old where !shelves.contains(shelf) { take(new.place, off: shelf) }
      for shelf in shelves where !old.contains(shelf) {
        lines[shelf, default: OrderedEntries()].insert(new.place)
      }
    }
    if new.holdsUpReplies != (before?.holdsUpReplies == true) { reconsiderReplies(to: entry) }
  }

  /// Whether it is a reply to a message that was refused, or that may yet be deleted: it waits until the user has
  /// decided about that message.
  private func isHeldUp(_ entry: OutboxEntry) -> Bool {
    guard case .send(let new) = entry.work, let parent = new.parentId,
      let other = held[TransactionID(parent.rawValue)], other.entry.channelId == entry.channelId
    else { return false }
    return other.holdsUpReplies
  }

  private mutating func reconsiderReplies(to entry: OutboxEntry) {
    let local = MessageID(entry.transactionId.rawValue)
    for reply in entries(naming: local, in: entry.channelId) { put(reply) }
  }

  private mutating func take(_ place: OrderedEntries.Place, off shelf: Shelf) {
    lines[shelf]?.remove(place)
    if lines[shelf]?.isEmpty == true { lines[shelf] = nil }
  }
}

/// The keys by which entries are looked up.
nonisolated private enum Shelf: Hashable {
  case all(ChannelID)
  case waiting(ChannelID)
  case accepted(ChannelID)
  case shown(ChannelID)
  case failed(ChannelID)
  case delayed
  case about(MessageID, ChannelID)
  case naming(MessageID, ChannelID)
}

nonisolated private struct Held {
  let entry: OutboxEntry
  /// Whether the store has it: before that it is neither shown nor attempted.
  let isKept: Bool
  let isHeldUp: Bool
  let place: OrderedEntries.Place

  var holdsUpReplies: Bool { entry.isSend && (entry.failure != nil || entry.canBeTakenBack) }

  var shelves: [Shelf] {
    let channel = entry.channelId
    var shelves: [Shelf] = [.all(channel), .about(entry.message.id, channel)]
    if entry.isAccepted {
      if entry.failure == nil, !entry.isHeldBack { shelves.append(.accepted(channel)) }
    } else {
      if entry.canBeTakenBack {
        shelves.append(.delayed)
      } else if entry.isHeldBack {
        // Until it is known whether the message stays.
      } else if entry.failure == nil, !isHeldUp {
        shelves.append(.waiting(channel))
      }
      if isKept, entry.isSend, entry.message.isShownInList { shelves.append(.shown(channel)) }
      if isKept, !entry.isLookup, entry.message.localState?.isFailed == true {
        shelves.append(.failed(channel))
      }
    }
    guard case .send(let new) = entry.work else { return shelves }
    let named = Set([new.parentId, new.quoted?.id].compactMap { $0 })
    return shelves + named.map { .naming($0, channel) }
  }
}
