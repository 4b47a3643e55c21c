import DraftEngine

/// A naive history that copies the draft before each step.
struct NaiveHistory {
  /// A key, as needed to decide about joining the next one.
  private struct Key {
    var isInsertion: Bool
    var text: String
    /// The caret after the key.
    var caret: Int
  }

  private var before: [DraftDocument] = []
  private var after: [DraftDocument] = []
  private var key: Key?
  private(set) var document: DraftDocument

  init(_ document: DraftDocument) {
    self.document = document
  }

  /// A key is joined with the previous one if it continues at the same position in the same way, unless it is the
  /// first letter after a blank.
  mutating func perform(_ transaction: DraftTransaction) throws {
    let old = document
    try document.apply(transaction)
    if transaction.changes.count > 1, transaction.origin == .typing,
      transaction.changes.allSatisfy({ $0.range == transaction.changes[0].range && $0.range.isEmpty }),
      document.mentionSpans.count == old.mentionSpans.count
    {
      // Several pieces at one position count as several keys.
      document = old
      var start = transaction.changes[0].range.lowerBound
      for change in transaction.changes {
        try perform(
          DraftTransaction(changes: [TextChange(start..<start, change.replacement)], origin: .typing))
        start += change.replacement.utf8.count
      }
      return
    }
    guard document.revision != old.revision else { return }
    let change = transaction.changes.first { !$0.range.isEmpty || !$0.replacement.isEmpty }
    after = []
    guard transaction.origin == .typing, transaction.changes.count == 1, let change,
      change.range.isEmpty != change.replacement.isEmpty,
      document.mentionSpans.count == old.mentionSpans.count
    else {
      key = nil
      return before.append(old)
    }
    let removed = String(decoding: Array(old.text.utf8)[change.range], as: UTF8.self)
    let isInsertion = change.range.isEmpty
    let text = isInsertion ? change.replacement : removed
    let isNext =
      isInsertion
      ? key?.caret == change.range.lowerBound
      : key?.caret == change.range.lowerBound || key?.caret == change.range.upperBound
    let goesOn = text.first?.isWhitespace == true || key?.text.last?.isWhitespace == false
    let isJoined = isNext && key?.isInsertion == isInsertion && goesOn
    if !isJoined { before.append(old) }
    key = Key(
      isInsertion: isInsertion, text: text,
      caret: change.range.lowerBound + change.replacement.utf8.count)
  }

  mutating func undo() {
    guard let last = before.popLast() else { return }
    key = nil
    after.append(document)
    document = last
  }

  mutating func redo() {
    guard let next = after.popLast() else { return }
    key = nil
    before.append(document)
    document = next
  }

  mutating func endTyping() {
    key = nil
  }
}

extension String {
  /// The words, each with the blanks after it.
  var words: [String] {
    reduce(into: []) { words, character in
      if let last = words.last, character.isWhitespace || last.last?.isWhitespace == false {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
    }
  }
}
