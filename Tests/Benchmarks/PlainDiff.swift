import DraftEngine
import TestSupport

/// Simpler diffs of a history, as a comparison for the engine.
enum PlainDiff {
  /// Everything between the common prefix and suffix is one change.
  static func commonEnds(of history: EditingHistory) -> [ChangedRange] {
    let old = Array(history.before.utf8)
    let new = Array(history.after.utf8)
    let ends = CommonEndsFloor.measure(old, new)
    if ends.prefix == old.count, old.count == new.count { return [] }
    return [
      ChangedRange(
        old: ends.prefix..<(old.count - ends.suffix), new: ends.prefix..<(new.count - ends.suffix))
    ]
  }

  /// The standard library's difference over words, blanks and punctuation marks.
  static func words(of history: EditingHistory) -> [ChangedRange] {
    changes(from: tokens(of: history.before), to: tokens(of: history.after))
  }

  /// The standard library's difference over Characters.
  static func characters(of history: EditingHistory) -> [ChangedRange] {
    changes(from: Array(history.before), to: Array(history.after))
  }

  /// Splits into words; each blank and mark is a token.
  static func tokens(of text: String) -> [Substring] {
    var tokens: [Substring] = []
    var start = text.startIndex
    while start < text.endIndex {
      var end = text.index(after: start)
      if isWord(text[start]) {
        while end < text.endIndex, isWord(text[end]) { end = text.index(after: end) }
      }
      tokens.append(text[start..<end])
      start = end
    }
    return tokens
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// The difference of two lists as ranges of UTF-8 bytes.
  private static func changes<Token: Hashable & TextOutputStreamable>(
    from old: [Token], to new: [Token]
  ) -> [ChangedRange] {
    var removed = Array(repeating: false, count: old.count)
    var inserted = Array(repeating: false, count: new.count)
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed[offset] = true
      case .insert(let offset, _, _): inserted[offset] = true
      }
    }
    var changes: [ChangedRange] = []
    var (oldIndex, newIndex, oldByte, newByte) = (0, 0, 0, 0)
    while oldIndex < old.count || newIndex < new.count {
      let (oldStart, newStart) = (oldByte, newByte)
      while oldIndex < old.count, removed[oldIndex] {
        oldByte += "\(old[oldIndex])".utf8.count
        oldIndex += 1
      }
      while newIndex < new.count, inserted[newIndex] {
        newByte += "\(new[newIndex])".utf8.count
        newIndex += 1
      }
      if oldByte > oldStart || newByte > newStart {
        changes.append(ChangedRange(old: oldStart..<oldByte, new: newStart..<newByte))
      } else {
        oldByte += "\(old[oldIndex])".utf8.count
        newByte += "\(new[newIndex])".utf8.count
        oldIndex += 1
        newIndex += 1
      }
    }
    return changes
  }

  /// The mentions after a set of changes: a mention is lost when its text is changed.
  ///
  /// - Parameter losesBefore: whether a mention is also lost when the text right after it is removed, as in the
  ///   reference's engine.
  static func carry(
    _ mentions: [MentionSpan], through changes: [ChangedRange], losesBefore: Bool = false
  ) -> [MentionSpan] {
    mentions.compactMap { mention in
      var shift = 0
      for change in changes {
        let (old, range) = (change.old, mention.range)
        if old.upperBound <= range.lowerBound {
          shift = change.shift
        } else if old.lowerBound < range.upperBound
          || (losesBefore && !old.isEmpty && old.lowerBound == range.upperBound)
        {
          return nil
        }
      }
      return MentionSpan(
        (mention.range.lowerBound + shift)..<(mention.range.upperBound + shift), mention.target)
    }
  }
}
