import ChatDomain

/// Finds the number of a channel's room: by the id, by the two users of a direct channel, and by name.
struct ChannelDirectory: Sendable {
  private var numbers: [ChannelID: Int] = [:]
  private var directs: [DirectPair: Int] = [:]
  private var names = NameIndex<ChannelID>()

  subscript(id: ChannelID) -> Int? { numbers[id] }
  subscript(pair: DirectPair) -> Int? { directs[pair] }

  mutating func add(_ channel: Channel, of pair: DirectPair?, as number: Int) {
    numbers[channel.id] = number
    if let pair { directs[pair] = number }
    names.insert(channel.id, id: channel.id.rawValue, name: channel.name)
  }

  mutating func rename(_ channel: Channel, from former: String?) {
    names.remove(channel.id, id: channel.id.rawValue, name: former)
    names.insert(channel.id, id: channel.id.rawValue, name: channel.name)
  }

  /// The rooms of the channels with a matching name, the best match first.
  func matching(_ text: String, limit: Int, where isWanted: (Int) -> Bool) -> [Int] {
    names.best(FoldedText(text), limit: limit) { numbers[$0].map(isWanted) ?? false }.compactMap {
      numbers[$0]
    }
  }
}
