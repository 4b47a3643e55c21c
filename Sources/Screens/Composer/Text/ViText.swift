import DraftEngine
import TerminalScreen

/// A text as vi sees it: lines of Characters, each with a place after its last one.
///
/// All places are UTF-8 offsets between Characters. The place of a newline, like the end of the text, is the end of its line;
/// in normal mode the caret is on a Character, and at that place only in empty lines.
nonisolated struct ViText {
  /// The kinds of Characters that words consist of.
  enum Kind: Hashable {
    /// Blanks, and the ends of lines.
    case blank
    case punctuation
    /// Letters, digits and underscores.
    case word
    case emoji
    /// Scripts without blanks between words, each a kind of its own: a word ends where the script does.
    case ideograph, hiragana, katakana, hangul
  }

  let text: String
  /// In bytes.
  let count: Int

  init(_ text: String) {
    self.text = text
    count = text.utf8.count
  }

  // MARK: Characters

  func isLineEnd(_ place: Int) -> Bool {
    guard place < count else { return true }
    let bytes = text.utf8
    let index = bytes.index(bytes.startIndex, offsetBy: place)
    switch bytes[index] {
    case 0x0A, 0x0D: return true
    case 0xE2: return text[index].isNewline
    default: return false
    }
  }

  /// The place after the Character at a place; at the end of a line, the start of the next one; nil at the end of the text.
  func after(_ place: Int) -> Int? {
    place < count ? TextMotion.characterForward.target(in: text, from: place) : nil
  }

  func before(_ place: Int) -> Int? {
    place > 0 ? TextMotion.characterBackward.target(in: text, from: place) : nil
  }

  /// The Character at a place; nil at the end of a line.
  func character(at place: Int) -> Character? {
    isLineEnd(place) ? nil : text[text.utf8.index(text.startIndex, offsetBy: place)]
  }

  /// The place a number of Characters later, at most the end of the line.
  func advance(_ place: Int, by steps: Int) -> Int {
    var place = place
    for _ in 0..<steps {
      guard !isLineEnd(place), let next = after(place) else { break }
      place = next
    }
    return place
  }

  /// The place a number of Characters earlier, at least the start of the line.
  func retreat(_ place: Int, by steps: Int) -> Int {
    let start = lineStart(place)
    var place = place
    for _ in 0..<steps {
      guard place > start, let previous = before(place) else { break }
      place = previous
    }
    return place
  }

  /// The kind of the Character at a place; with `big`, everything that is not blank is one kind.
  func kind(at place: Int, big: Bool) -> Kind {
    guard let character = character(at: place) else { return .blank }
    if character.isWhitespace { return .blank }
    return big ? .word : Kind(character)
  }

  // MARK: Lines

  func lineStart(_ place: Int) -> Int { TextMotion.lineStart.target(in: text, from: place) }
  func lineEnd(_ place: Int) -> Int { TextMotion.lineEnd.target(in: text, from: place) }

  /// Whether a place is the start of an empty line.
  func isEmptyLine(_ place: Int) -> Bool { isLineEnd(place) && lineStart(place) == place }

  /// The start of the next line; nil in the last one.
  func nextLine(_ place: Int) -> Int? { after(lineEnd(place)) }

  /// The start of the previous line; nil in the first one.
  func previousLine(_ place: Int) -> Int? { before(lineStart(place)).map(lineStart) }

  /// The start of the line with this number, or of the last line if there are fewer.
  func line(_ number: Int) -> Int {
    var start = 0
    for _ in 1..<max(1, number) {
      guard let next = nextLine(start) else { break }
      start = next
    }
    return start
  }

  func firstNonblank(_ place: Int) -> Int {
    var place = lineStart(place)
    while let character = character(at: place), character.isWhitespace, let next = after(place) {
      place = next
    }
    return place
  }

  /// The column of a place on a screen that is wide enough for its line.
  func column(of place: Int) -> Int { ScreenText(String(text.slice(utf8: lineStart(place)..<place))).width }

  /// The Character in a column of the line that begins at a place, or the end of the line.
  func place(inColumn column: Int, ofLine start: Int) -> Int {
    var place = start
    var left = column
    while let character = character(at: place), let next = after(place) {
      left -= ScreenText(String(character)).width
      if left < 0 { break }
      place = next
    }
    return place
  }

  /// The nearest place the caret can have in normal mode: on a Character, if the line has any.
  func caret(at place: Int) -> Int {
    let place = min(place, count)
    guard isLineEnd(place), place > lineStart(place), let previous = before(place) else { return place }
    return previous
  }

  /// The lines from that of the start to that of the end, without the last line's newline.
  func lines(_ range: Range<Int>) -> Range<Int> { lineStart(range.lowerBound)..<lineEnd(range.upperBound) }
}

nonisolated extension ViText.Kind {
  fileprivate init(_ character: Character) {
    guard let scalar = character.unicodeScalars.first else {
      self = .punctuation
      return
    }
    switch scalar.value {
    case 0x3041...0x309F: self = .hiragana
    case 0x30A0...0x30FF: self = .katakana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x2FA1F: self = .ideograph
    case 0xAC00...0xD7A3: self = .hangul
    default:
      if character == "_" || character.isLetter || character.isNumber {
        self = .word
      } else {
        self = scalar.properties.isEmojiPresentation || scalar.value >= 0x1F000 ? .emoji : .punctuation
      }
    }
  }
}
