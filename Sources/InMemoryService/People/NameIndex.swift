import ChatDomain
import DraftEngine

/// Names and ids as they are looked for, in the order of the names: people or channels.
///
/// The folded texts lie one behind the other, so that looking through all of them is reading memory from one end to
/// the other. Whoever stands in front of those that fit as well is found first, and enough of the best end the search.
struct NameIndex<Key: Hashable & Comparable & Sendable>: Sendable {
  private var chunks: [NameChunk<Key>] = []

  init() {}

  mutating func insert(_ key: Key, id: String, name: String?) {
    let entry = FoldedName(key: key, id: id, name: name)
    guard !chunks.isEmpty else { return chunks.append(NameChunk(entry)) }
    let place = chunk(of: entry)
    chunks[place].insert(entry)
    guard chunks[place].count > NameChunk<Key>.most else { return }
    chunks.insert(chunks[place].splitOff(), at: place + 1)
  }

  /// Forgets what was inserted with just these.
  mutating func remove(_ key: Key, id: String, name: String?) {
    guard !chunks.isEmpty else { return }
    let entry = FoldedName(key: key, id: id, name: name)
    let place = chunk(of: entry)
    chunks[place].remove(entry)
    if chunks[place].count == 0 { chunks.remove(at: place) }
  }

  /// Those whose name or id holds the text: first where it begins with it, then where a word does, then the others; of
  /// those that fit alike in the order of the names.
  func best(_ text: FoldedText, limit: Int, where isWanted: (Key) -> Bool = { _ in true }) -> [Key] {
    var finds = NameFinds<Key>(limit: limit)
    for chunk in chunks where !finds.isComplete {
      chunk.look(for: text.bytes) { key, fit in
        if finds.wants(fit), isWanted(key) { finds.add(key, fit) }
        return !finds.isComplete
      }
    }
    return finds.best
  }

  /// The last chunk that does not begin behind an entry.
  private func chunk(of entry: FoldedName<Key>) -> Int {
    max(0, chunks.partitioningIndex { $0.begins(behind: entry) } - 1)
  }
}

/// What was found so far: of each fit not more than are wanted.
private struct NameFinds<Key> {
  let limit: Int
  private var keys: [[Key]] = [[], [], []]

  init(limit: Int) { self.limit = limit }

  /// Whether nothing that is still to come can be among the best.
  var isComplete: Bool { keys[FoldedText.Fit.start.rawValue].count >= limit }
  var best: [Key] { Array(keys.joined().prefix(limit)) }

  func wants(_ fit: FoldedText.Fit) -> Bool { keys[fit.rawValue].count < limit }
  mutating func add(_ key: Key, _ fit: FoldedText.Fit) { keys[fit.rawValue].append(key) }
}

/// What is looked at of one person or channel.
struct FoldedName<Key: Hashable & Comparable & Sendable>: Sendable {
  let key: Key
  let name: [UInt8]
  let id: [UInt8]

  init(key: Key, id: String, name: String?) {
    self.key = key
    self.name = FoldedText(name ?? "").bytes
    self.id = FoldedText(id).bytes
  }

  /// What it is sorted by.
  var order: [UInt8] { name.isEmpty ? id : name }
}
