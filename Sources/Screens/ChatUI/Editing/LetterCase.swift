import DraftEngine

/// How the letters of a word are changed: all to capitals, all to small letters, only the first to a capital, or each
/// to the other.
nonisolated enum LetterCase: Hashable, Sendable {
  case upper, lower, capital
  /// Capitals become small letters, and these become capitals.
  case toggled

  /// The changes of the letters in a range, and its length after them.
  ///
  /// Letters that stay the same are not replaced, so a mention that is already written like this stays a mention.
  func changes(in range: Range<Int>, of text: String) -> (changes: [TextChange], length: Int) {
    var changes: [TextChange] = []
    var length = 0
    var offset = range.lowerBound
    var isBegun = false
    for character in text.slice(utf8: range) {
      let old = String(character)
      let new = isUpper(character, isBegun: isBegun) ? old.uppercased() : old.lowercased()
      isBegun = isBegun || character.isLetter
      let end = offset + old.utf8.count
      if !new.utf8.elementsEqual(old.utf8) {
        if let last = changes.last, last.range.upperBound == offset {
          changes[changes.count - 1] = TextChange(last.range.lowerBound..<end, last.replacement + new)
        } else {
          changes.append(TextChange(offset..<end, new))
        }
      }
      length += new.utf8.count
      offset = end
    }
    return (changes, length)
  }

  private func isUpper(_ character: Character, isBegun: Bool) -> Bool {
    switch self {
    case .upper: true
    case .lower: false
    case .capital: !isBegun
    case .toggled: character.isLowercase
    }
  }
}
