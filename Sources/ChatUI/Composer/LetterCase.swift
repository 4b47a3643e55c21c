import ChatControllers
import DraftEngine

/// What a word is written in: capitals, small letters, or a capital at its beginning.
nonisolated enum LetterCase: Hashable, Sendable {
  case upper, lower, capital

  /// The changes of the letters in a range, and the length that it has then.
  ///
  /// Each stretch that really changes is replaced by itself: an element whose letters stay the same stays an element.
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
    }
  }
}

extension ComposerPane {
  /// The word from the caret on in other letters, as Readline has it; the caret goes behind it.
  func changeCase(_ letterCase: LetterCase) -> ComposerOutcome {
    let start = caret
    let end = TextMotion.wordForward.target(in: draft.text, from: start)
    guard end > start else { return .nothing }
    let (changes, length) = letterCase.changes(in: start..<end, of: draft.text)
    if !changes.isEmpty {
      guard apply(DraftTransaction(changes: changes, origin: .paste)) != nil else { return .nothing }
    }
    draft.utf8Caret = start + length
    return .done
  }
}
