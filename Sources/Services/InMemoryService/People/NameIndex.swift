import ChatDomain
import DraftEngine

/// Searchable names and ids of users or channels, in the order of the names.
///
/// The folded texts are stored one after the other, so that a search reads memory sequentially. Among equally good
/// matches those first in the order are found first, and the search ends once there are enough of the best kind.
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

  /// Removes the entry that was inserted with exactly these values.
  mutating func remove(_ key: Key, id: String, name: String?) {
    guard !chunks.isEmpty else { return }
    let entry = FoldedName(key: key, id: id, name: name)
    let place = chunk(of: entry)
    chunks[place].remove(entry)
    if chunks[place].count == 0 { chunks.remove(at: place) }
  }

  /// Finds names and ids that contain the text: first those that begin with it, then those with a word that does, then
  /// the others; equally good matches in the order of the names.
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

  /// The last chunk that does not begin after an entry.
  private func chunk(of entry: FoldedName<Key>) -> Int {
    max(0, chunks.partitioningIndex { $0.begins(behind: entry) } - 1)
  }
}

/// The matches so far: of each kind, no more than are wanted.
private struct NameFinds<Key> {
  let limit: Int
  private var keys: [[Key]] = [[], [], []]

  init(limit: Int) { self.limit = limit }

  /// Whether no later match can be among the best.
  var isComplete: Bool { keys[FoldedText.Fit.start.rawValue].count >= limit }
  var best: [Key] { keys.reduce(into: []) { best, fits in best += fits.prefix(limit - best.count) } }

  func wants(_ fit: FoldedText.Fit) -> Bool { keys[fit.rawValue].count < limit }
  mutating func add(_ key: Key, _ fit: FoldedText.Fit) { keys[fit.rawValue].append(key) }
}

/// The searchable texts of one user or channel.
struct FoldedName<Key: Hashable & Comparable & Sendable>: Sendable {
  let key: Key
  let name: [UInt8]
  let id: [UInt8]

  init(key: Key, id: String, name: String?) {
    self.key = key
    self.name = FoldedText(name ?? "").bytes
    self.id = FoldedText(id).bytes
  }

  /// The sort key.
  var order: [UInt8] { name.isEmpty ? id : name }
}
