import ChatDomain

/// The entries of the outbox, in order within each channel.
nonisolated struct OutboxQueue {
  private var entries: [TransactionID: OutboxEntry] = [:]
  private var order: [ChannelID: [TransactionID]] = [:]
  private(set) var lastSequence = 0

  subscript(id: TransactionID) -> OutboxEntry? { entries[id] }

  /// The channels in which something waits.
  var channels: [ChannelID] { order.keys.sorted() }

  /// The number of the next entry.
  mutating func nextSequence() -> Int {
    lastSequence += 1
    return lastSequence
  }

  /// Takes an entry in at the place that its number gives it, or puts it in the place of the one of the same id.
  mutating func put(_ entry: OutboxEntry) {
    lastSequence = max(lastSequence, entry.sequence)
    guard entries.updateValue(entry, forKey: entry.transactionId) == nil else { return }
    var line = order[entry.channelId, default: []]
    var place = line.count
    while place > 0, sequence(of: line[place - 1]) > entry.sequence { place -= 1 }
    line.insert(entry.transactionId, at: place)
    order[entry.channelId] = line
  }

  mutating func remove(_ id: TransactionID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    order[entry.channelId]?.removeAll { $0 == id }
    if order[entry.channelId]?.isEmpty == true { order[entry.channelId] = nil }
  }

  /// All entries of a channel, in order.
  func entries(in channel: ChannelID) -> [OutboxEntry] {
    order[channel, default: []].compactMap { entries[$0] }
  }

  /// The entries about one message, in order. A message that is not sent yet has the id of its transaction.
  func entries(about message: MessageID, in channel: ChannelID) -> [OutboxEntry] {
    entries(in: channel).filter { $0.message.id == message }
  }

  /// What is to be done next in a channel. What failed waits for a person and holds nobody up; mentions of messages
  /// that have arrived come after everything that has not.
  func next(in channel: ChannelID) -> OutboxEntry? {
    var leftover: OutboxEntry?
    for id in order[channel, default: []] {
      guard let entry = entries[id], entry.failure == nil, !isHeld(entry) else { continue }
      if !entry.isAccepted { return entry }
      leftover = leftover ?? entry
    }
    return leftover
  }

  /// Whether it is a reply to a message that was refused: it waits until a person has decided about that one.
  private func isHeld(_ entry: OutboxEntry) -> Bool {
    guard let parent = entry.message.parentId else { return false }
    return entries[TransactionID(parent.rawValue)]?.failure != nil
  }

  private func sequence(of id: TransactionID) -> Int { entries[id]?.sequence ?? 0 }
}
