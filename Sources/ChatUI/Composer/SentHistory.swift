import DraftEngine

/// What was last sent from a place, and a walk through it that ends at the words being written. The history of drafts
/// has the rest.
nonisolated struct SentHistory {
  /// How many are kept.
  static let limit = 200
  /// The latest first.
  private(set) var entries: [[MessageElement]] = []
  /// Where the walk is; nil while nobody walks.
  private(set) var position: Int?
  /// The words that were being written when the walk began.
  private(set) var written: [MessageElement] = []

  var isWalking: Bool { position != nil }
  /// What the walk shows now.
  var shown: [MessageElement]? { position.map { entries[$0] } }

  /// Takes over what is kept, behind what was sent since.
  mutating func load(_ kept: [[MessageElement]]) {
    for elements in kept where entries.count < Self.limit && !entries.contains(elements) {
      entries.append(elements)
    }
  }

  mutating func add(_ elements: [MessageElement]) {
    endWalk()
    guard !elements.isEmpty else { return }
    entries.removeAll { $0 == elements }
    entries.insert(elements, at: 0)
    if entries.count > Self.limit { entries.removeLast() }
  }

  /// One further back; nil at the oldest.
  mutating func back(from words: [MessageElement]) -> [MessageElement]? {
    let next = position.map { $0 + 1 } ?? 0
    guard next < entries.count else { return nil }
    if position == nil { written = words }
    position = next
    return entries[next]
  }

  /// One further on, at the end the words being written; nil when nobody walks.
  mutating func forward() -> [MessageElement]? {
    guard let position else { return nil }
    guard position > 0 else {
      endWalk()
      return written
    }
    self.position = position - 1
    return entries[position - 1]
  }

  mutating func endWalk() { position = nil }
}
