import DraftEngine

/// The messages and commands entered last in a channel or thread, and a walk through them that ends at the text being written. The
/// history of drafts has the earlier ones.
nonisolated struct SentHistory {
  /// The number of messages kept.
  static let limit = 200
  /// The latest first.
  private(set) var entries: [[MessageElement]] = []
  /// Whether the last thing entered in this run was a command.
  private(set) var endsWithCommand = false
  /// The entry that is shown; nil before the walk.
  private var position: Int?
  /// The text that was being written when the walk began.
  private var written: [MessageElement] = []

  var isWalking: Bool { position != nil }
  /// The message that is shown.
  var shown: [MessageElement]? { position.map { entries[$0] } }

  /// Adds messages that were sent earlier.
  mutating func load(_ kept: [[MessageElement]]) {
    for elements in kept where entries.count < Self.limit && !entries.contains(elements) {
      entries.append(elements)
    }
  }

  mutating func add(_ elements: [MessageElement], isCommand: Bool = false) {
    endWalk()
    guard !elements.isEmpty else { return }
    endsWithCommand = isCommand
    entries.removeAll { $0 == elements }
    entries.insert(elements, at: 0)
    if entries.count > Self.limit { entries.removeLast() }
  }

  /// The message before the one that is shown; nil at the oldest.
  ///
  /// - Parameter text: what is being written, to come back to.
  mutating func back(from text: [MessageElement]) -> [MessageElement]? {
    let next = position.map { $0 + 1 } ?? 0
    guard next < entries.count else { return nil }
    if position == nil { written = text }
    position = next
    return entries[next]
  }

  /// The message after the one that is shown, and then the text being written; nil after that.
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
