import ChatDomain
import DraftEngine

/// Adjacent entries of a `NameIndex`.
struct NameChunk<Key: Hashable & Comparable & Sendable>: Sendable {
  /// Small enough that an insertion takes no time, and large enough that there are few chunks.
  static var most: Int { 512 }
  /// Terminates each name and each id; it occurs in no text, so no match spans two of them.
  private static var end: UInt8 { 0xFF }

  private struct Entry: Sendable {
    let key: Key
    /// The offsets of its name and its id in the text.
    var name: Int32
    var id: Int32
  }

  private var text: [UInt8] = []
  private var entries: [Entry] = []

  init(_ first: FoldedName<Key>) { insert(first) }

  private init(text: [UInt8], entries: [Entry]) {
    self.text = text
    self.entries = entries
  }

  var count: Int { entries.count }

  mutating func insert(_ new: FoldedName<Key>) {
    let place = place(of: new)
    let start = start(of: place)
    let added = new.name + [Self.end] + new.id + [Self.end]
    text.insert(contentsOf: added, at: start)
    shift(from: place, by: added.count)
    entries.insert(
      Entry(key: new.key, name: Int32(start), id: Int32(start + new.name.count + 1)), at: place)
  }

  mutating func remove(_ old: FoldedName<Key>) {
    let place = place(of: old)
    guard place < entries.count, entries[place].key == old.key else { return }
    let range = start(of: place)..<start(of: place + 1)
    text.removeSubrange(range)
    entries.remove(at: place)
    shift(from: place, by: -range.count)
  }

  /// Removes and returns the second half.
  mutating func splitOff() -> NameChunk {
    let half = entries.count / 2
    let start = start(of: half)
    var rest = NameChunk(text: Array(text[start...]), entries: Array(entries[half...]))
    rest.shift(from: 0, by: -start)
    text.removeSubrange(start...)
    entries.removeSubrange(half...)
    return rest
  }

  func begins(behind entry: FoldedName<Key>) -> Bool { !entries.isEmpty && isBehind(0, entry) }

  /// Reports all matches in order, with how well they match.
  ///
  /// - Parameter found: returns whether to continue.
  func look(for needle: [UInt8], _ found: (Key, FoldedText.Fit) -> Bool) {
    guard let first = needle.first else {
      for entry in entries where !found(entry.key, .start) { return }
      return
    }
    text.withUnsafeBufferPointer { text in
      var (current, best): (Int, FoldedText.Fit?) = (0, nil)
      var place = 0
      while place + needle.count <= text.count {
        guard text[place] == first, holds(needle, at: place, in: text) else {
          place += 1
          continue
        }
        if place >= start(of: current + 1) {
          if let best, !found(entries[current].key, best) { return }
          best = nil
          while place >= start(of: current + 1) { current += 1 }
        }
        let fit = fit(at: place, of: current, in: text)
        best = min(fit, best ?? fit)
        // No better match is possible: the rest of this entry need not be read.
        place = fit == .start ? start(of: current + 1) : place + 1
      }
      if let best { _ = found(entries[current].key, best) }
    }
  }

  private func holds(_ needle: [UInt8], at place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in needle.indices where text[place + index] != needle[index] { return false }
    return true
  }

  private func fit(at place: Int, of entry: Int, in text: UnsafeBufferPointer<UInt8>) -> FoldedText.Fit {
    if place == Int(entries[entry].name) || place == Int(entries[entry].id) { return .start }
    return FoldedText.separatesWords(text[place - 1]) ? .wordStart : .inside
  }

  private func start(of place: Int) -> Int {
    place < entries.count ? Int(entries[place].name) : text.count
  }

  private mutating func shift(from place: Int, by count: Int) {
    for index in place..<entries.count {
      entries[index].name += Int32(count)
      entries[index].id += Int32(count)
    }
  }

  /// The index of the first entry that does not come before this one.
  private func place(of entry: FoldedName<Key>) -> Int {
    entries.indices.partitioningIndex { !isBefore($0, entry) }
  }

  private func isBefore(_ place: Int, _ entry: FoldedName<Key>) -> Bool {
    let (one, other) = (order(of: place), entry.order)
    if one.lexicographicallyPrecedes(other) { return true }
    return !other.lexicographicallyPrecedes(one) && entries[place].key < entry.key
  }

  private func isBehind(_ place: Int, _ entry: FoldedName<Key>) -> Bool {
    !isBefore(place, entry) && entries[place].key != entry.key
  }

  private func order(of place: Int) -> ArraySlice<UInt8> {
    let entry = entries[place]
    let name = text[Int(entry.name)..<(Int(entry.id) - 1)]
    return name.isEmpty ? text[Int(entry.id)..<(start(of: place + 1) - 1)] : name
  }
}
