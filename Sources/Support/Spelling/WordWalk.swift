/// Finds the words of a text in one pass over its scalars.
struct WordWalk {
  /// The role of a scalar in a word.
  private enum Kind {
    case letter, mark, apostrophe, underscore, blank, other
    /// A digit, or an invisible sign: a string with it is not a word of a language.
    case disqualifying

    /// Whether a following dot and what comes after it belong to the same run, as in a file name.
    var isOfWord: Bool { self == .letter || self == .mark || self == .disqualifying }
  }

  private struct Word {
    var range: Range<Int>
    var spelling = ""
    var letters = 0
    var capitals = 0
    var beginsWithCapital = false
    var script: Script?
    /// Whether it is not a word of a language.
    var isForeign = false
    /// An apostrophe or an underscore, which belongs to the word if a letter follows.
    var pending: Kind?
  }

  private let text: String.UnicodeScalarView
  private let excluded: [Range<Int>]
  private let scripts: Set<Script>
  private var found: [SpelledWord] = []
  private var word: Word?
  /// How many words were found before the current run, which began after the last blank.
  private var foundBeforeRun = 0
  /// Whether the run is an address, a file name, or other text without words.
  private var isRunDisqualified = false
  private var before: (scalar: Unicode.Scalar, kind: Kind) = (" ", .blank)
  /// Whether the previous scalar is a dot after a word.
  private var isBehindDot = false

  /// - Parameters:
  ///   - excluded: the byte ranges without words, ordered by their start.
  ///   - scripts: the scripts that words may have.
  init(_ text: String, excluded: [Range<Int>], _ scripts: Set<Script>) {
    self.text = text.unicodeScalars
    self.excluded = excluded
    self.scripts = scripts
  }

  mutating func words() -> [SpelledWord] {
    var place = 0
    var next = 0
    var index = text.startIndex
    while index < text.endIndex {
      if next < excluded.count, place >= excluded[next].lowerBound {
        // A word that continues into an excluded range is skipped.
        word?.isForeign = true
        endWord()
        while place < excluded[next].upperBound, index < text.endIndex {
          place += text[index].utf8.count
          index = text.index(after: index)
        }
        next += 1
        // A word that directly follows an excluded range is skipped, too.
        begin(at: place)
        word?.isForeign = true
        before = ("\u{0}", .other)
        isBehindDot = false
        continue
      }
      let scalar = text[index]
      let end = place + scalar.utf8.count
      take(scalar, at: place..<end)
      place = end
      index = text.index(after: index)
    }
    endWord()
    endRun()
    return found
  }

  private mutating func take(_ scalar: Unicode.Scalar, at range: Range<Int>) {
    let kind = Self.kind(of: scalar)
    switch kind {
    case .letter:
      if isBehindDot || before.scalar == "#" || before.scalar == ":" { isRunDisqualified = true }
      begin(at: range.lowerBound)
      add(scalar, range)
    case .disqualifying:
      if isBehindDot || before.scalar == "#" { isRunDisqualified = true }
      begin(at: range.lowerBound)
      word?.isForeign = true
    case .mark:
      // A mark after a sign belongs to the sign, not to the word.
      if word?.pending != nil { endWord() }
      word?.spelling.unicodeScalars.append(scalar)
      word?.range.extend(to: range.upperBound)
    case .apostrophe, .underscore:
      if word?.pending == nil { word?.pending = kind } else { endWord() }
    case .blank:
      endWord()
      endRun()
    case .other:
      if scalar == "@" || scalar == "/" || scalar == "\\" { isRunDisqualified = true }
      endWord()
    }
    isBehindDot = scalar == "." && before.kind.isOfWord
    before = (scalar, kind)
  }

  private mutating func begin(at place: Int) {
    if word == nil { word = Word(range: place..<place) }
  }

  private mutating func add(_ letter: Unicode.Scalar, _ range: Range<Int>) {
    guard var word else { return }
    // Moved out and changed in place: with two owners, the letters would be copied.
    self.word = nil
    switch word.pending {
    case .apostrophe: word.spelling.append("'")
    case nil: break
    default: word.isForeign = true
    }
    word.pending = nil
    let script = Script(letter)
    if word.letters == 0 { word.script = script }
    if script == nil || script != word.script { word.isForeign = true }
    if letter.isCapital {
      word.capitals += 1
      if word.letters == 0 { word.beginsWithCapital = true }
    }
    word.letters += 1
    word.spelling.unicodeScalars.append(letter)
    word.range.extend(to: range.upperBound)
    self.word = word
  }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    guard !word.isForeign, let script = word.script, scripts.contains(script), word.letters > 1,
      word.range.count <= WordCutter.longestWord
    else { return }
    if word.capitals == word.letters {
      // Probably an abbreviation.
      guard word.letters > 5 else { return }
    } else if word.capitals > (word.beginsWithCapital ? 1 : 0) {
      return
    }
    found.append(SpelledWord(range: word.range, spelling: word.spelling))
  }

  private mutating func endRun() {
    if isRunDisqualified { found.removeSubrange(foundBeforeRun...) }
    isRunDisqualified = false
    foundBeforeRun = found.count
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: return .letter
    case 0x30...0x39: return .disqualifying
    case 0x27, 0x2019: return .apostrophe
    case 0x5F: return .underscore
    case 0x20, 0x09...0x0D, 0x85, 0xA0, 0x2028, 0x2029: return .blank
    case ..<0x80: return .other
    default: break
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return .letter
    case .nonspacingMark, .spacingMark, .enclosingMark: return .mark
    case .decimalNumber, .letterNumber, .otherNumber, .format, .privateUse, .unassigned: return .disqualifying
    case .spaceSeparator: return .blank
    // A skin colour belongs to the emoji before it.
    default: return scalar.properties.isEmojiModifier ? .disqualifying : .other
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isCapital: Bool {
    isASCII
      ? (0x41...0x5A).contains(value)
      : properties.isUppercase || properties.generalCategory == .titlecaseLetter
  }
}

extension Range<Int> {
  fileprivate mutating func extend(to end: Int) { self = lowerBound..<end }
}
