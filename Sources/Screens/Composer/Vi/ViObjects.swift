/// The text of a text object or a motion, and whether it is whole lines.
nonisolated struct ViObject: Hashable {
  var range: Range<Int>
  var isLines = false
}

/// A pair of brackets.
nonisolated enum ViBracket: String, CaseIterable {
  case parentheses = "()"
  case brackets = "[]"
  case braces = "{}"
  case angles = "<>"

  /// The pair that `%` matches for this Character. Angle brackets are left out, because they are often comparison operators.
  init?(any character: Character) {
    let found = Self.allCases.first { $0 != .angles && ($0.opening == character || $0.closing == character) }
    guard let found else { return nil }
    self = found
  }

  var opening: Character { rawValue[rawValue.startIndex] }
  var closing: Character { rawValue[rawValue.index(after: rawValue.startIndex)] }

  /// The place of the matching bracket, across lines.
  func partner(of place: Int, isOpening: Bool, in text: ViText) -> Int? {
    let (deeper, higher) = isOpening ? (opening, closing) : (closing, opening)
    var depth = 1
    var place = place
    while let next = isOpening ? text.after(place) : text.before(place) {
      place = next
      switch text.character(at: place) {
      case deeper: depth += 1
      case higher: depth -= 1
      default: break
      }
      if depth == 0 { return place }
    }
    return nil
  }

  /// The next pair of brackets, which may begin at the place itself.
  func pair(behind place: Int, in text: ViText) -> Range<Int>? {
    var place = place
    while text.character(at: place) != opening {
      guard let next = text.after(place) else { return nil }
      place = next
    }
    return partner(of: place, isOpening: true, in: text).map { place..<$0 }
  }

  /// The pair of brackets around a place; the brackets themselves count as inside.
  func pair(around place: Int, in text: ViText) -> Range<Int>? {
    let isAtStart = text.character(at: place) == opening
    guard let start = isAtStart ? place : partner(of: place, isOpening: false, in: text),
      let end = partner(of: start, isOpening: true, in: text)
    else { return nil }
    return start..<end
  }
}

/// The text objects at the caret.
nonisolated struct ViObjects {
  let text: ViText
  let caret: Int
  let count: Int
  /// Mentions, channels and links.
  let elements: [Range<Int>]

  func object(of command: ViCommand) -> ViObject? {
    switch command {
    case .innerWord, .aWord: word(big: false, isInner: command == .innerWord)
    case .innerBigWord, .aBigWord: word(big: true, isInner: command == .innerBigWord)
    case .innerParagraph, .aParagraph: paragraph(isInner: command == .innerParagraph)
    case .innerQuotes, .aQuotes: quotes("\"", isInner: command == .innerQuotes)
    case .innerApostrophes, .aApostrophes: quotes("'", isInner: command == .innerApostrophes)
    case .innerBackquotes, .aBackquotes: quotes("`", isInner: command == .innerBackquotes)
    case .innerParentheses, .aParentheses:
      bracketed(by: .parentheses, isInner: command == .innerParentheses)
    case .innerBrackets, .aBrackets: bracketed(by: .brackets, isInner: command == .innerBrackets)
    case .innerBraces, .aBraces: bracketed(by: .braces, isInner: command == .innerBraces)
    case .innerAngles, .aAngles: bracketed(by: .angles, isInner: command == .innerAngles)
    case .element, .elementAndBlank: element(isInner: command == .element)
    default: nil
    }
  }

  // MARK: Words

  /// - Parameter isInner: whether blanks are separate objects instead of being included.
  private func word(big: Bool, isInner: Bool) -> ViObject? {
    var start = ViWordWalk(text, at: caret, big: big)
    start.toStartOfRun()
    let first = start.place
    let beginsBlank = text.kind(at: first, big: big) == .blank
    var takesBlanksBehind = false
    var end = ViWordWalk(text, at: first, big: big)
    var last: Int
    if beginsBlank != isInner {
      guard end.toEnd(1, stopsInWord: true, stopsAtEmptyLine: true) else { return nil }
      last = end.place
    } else {
      _ = end.forward(1, stopsAtLineEnd: true)
      last = text.isLineEnd(first) ? first : lastBefore(end.place)
      takesBlanksBehind = !isInner
    }
    var isInclusive = true
    for round in stride(from: count - 1, to: 0, by: -1) {
      guard let next = text.after(last) else { return nil }
      isInclusive = true
      if isInner, text.kind(at: next, big: big) != .blank || text.isLineEnd(next) {
        var walk = ViWordWalk(text, at: next, big: big)
        if !walk.forward(1, stopsAtLineEnd: true), round > 1 { return nil }
        last = lastBefore(walk.place)
      } else {
        var walk = ViWordWalk(text, at: next, big: big)
        if isInner || text.kind(at: next, big: big) != .blank {
          if !walk.forward(1, stopsAtLineEnd: true), round > 1 { return nil }
          last = lastBefore(walk.place)
          takesBlanksBehind = takesBlanksBehind || !isInner
        } else {
          guard walk.toEnd(1, stopsInWord: true, stopsAtEmptyLine: true) else { return nil }
          last = walk.place
        }
      }
    }
    var from = first
    // If no blank follows, the preceding blanks are included, except for the indentation of a line.
    if takesBlanksBehind, text.kind(at: last, big: big) != .blank || !isInclusive,
      first > text.lineStart(first), let previous = text.before(first)
    {
      var blanks = ViWordWalk(text, at: previous, big: big)
      blanks.toStartOfRun()
      if text.kind(at: blanks.place, big: big) == .blank, blanks.place > text.lineStart(first) {
        from = blanks.place
      }
    }
    let behind = text.isLineEnd(last) ? last : text.after(last) ?? last
    return from < behind || text.isLineEnd(last) ? ViObject(range: from..<max(from, behind)) : nil
  }

  /// The last Character before a place; of the line before, if the place starts a line.
  private func lastBefore(_ place: Int) -> Int {
    if text.isLineEnd(place), place == text.count, text.lineStart(place) == place { return place }
    return text.before(place) ?? place
  }

  // MARK: Quotes

  /// The text between two quotes of the line: those around the caret, or else the next ones.
  private func quotes(_ quote: Character, isInner: Bool) -> ViObject? {
    var quotes: [Int] = []
    var place = text.lineStart(caret)
    var isEscaped = false
    while let character = text.character(at: place), let next = text.after(place) {
      if character == quote, !isEscaped { quotes.append(place) }
      isEscaped = character == "\\" && !isEscaped
      place = next
    }
    guard let (start, end) = pair(of: quotes) else { return nil }
    guard let inside = text.after(start), let behind = text.after(end) else { return nil }
    if isInner { return count > 1 ? ViObject(range: start..<behind) : ViObject(range: inside..<end) }
    let blanks = blanks(from: behind)
    if blanks > behind { return ViObject(range: start..<blanks) }
    return ViObject(range: blanksBefore(start)..<behind)
  }

  private func pair(of quotes: [Int]) -> (start: Int, end: Int)? {
    if quotes.contains(caret) {
      // At a quote: counting from the start of the line shows whether it opens or closes.
      for index in stride(from: 0, to: quotes.count - 1, by: 2) where caret <= quotes[index + 1] {
        return (quotes[index], quotes[index + 1])
      }
      return nil
    }
    let behind = quotes.filter { $0 > caret }
    if let start = quotes.last(where: { $0 < caret }) { return behind.first.map { (start, $0) } }
    return behind.count > 1 ? (behind[0], behind[1]) : nil
  }

  private func blanks(from place: Int) -> Int {
    var place = place
    while let character = text.character(at: place), character.isWhitespace, let next = text.after(place) {
      place = next
    }
    return place
  }

  private func blanksBefore(_ place: Int) -> Int {
    let start = text.lineStart(place)
    var place = place
    while place > start, let previous = text.before(place), text.character(at: previous)?.isWhitespace == true
    {
      place = previous
    }
    return place
  }

  // MARK: Brackets

  private func bracketed(by bracket: ViBracket, isInner: Bool) -> ViObject? {
    guard var pair = bracket.pair(around: caret, in: text) ?? bracket.pair(behind: caret, in: text) else {
      return nil
    }
    for _ in 1..<max(1, count) {
      guard let outside = text.before(pair.lowerBound), let wider = bracket.pair(around: outside, in: text),
        wider.upperBound > pair.upperBound
      else { return nil }
      pair = wider
    }
    guard let inside = text.after(pair.lowerBound), let behind = text.after(pair.upperBound) else {
      return nil
    }
    return ViObject(range: isInner ? inside..<pair.upperBound : pair.lowerBound..<behind)
  }

  // MARK: Paragraphs

  /// The lines of text around the caret, or the blank lines; `a` includes the lines of the other kind after them.
  private func paragraph(isInner: Bool) -> ViObject? {
    var start = text.lineStart(caret)
    let isBlank = isBlankLine(start)
    while let previous = text.previousLine(start), isBlankLine(previous) == isBlank { start = previous }
    var end: Int? = start
    var last = start
    var takesBlanks = isBlank
    for _ in 0..<count {
      for part in 0..<(isInner ? 1 : 2) {
        guard let first = end else {
          // The last paragraph takes the blank lines before it.
          guard part == 1, !isBlank, takesBlanks == false else { return nil }
          while let previous = text.previousLine(start), isBlankLine(previous) { start = previous }
          return ViObject(range: start..<text.lineEnd(last), isLines: true)
        }
        takesBlanks = isBlankLine(first)
        var line: Int? = first
        while let here = line, isBlankLine(here) == takesBlanks {
          last = here
          line = text.nextLine(here)
        }
        end = line
      }
    }
    return ViObject(range: start..<text.lineEnd(last), isLines: true)
  }

  private func isBlankLine(_ start: Int) -> Bool { text.isLineEnd(text.firstNonblank(start)) }

  // MARK: Elements

  /// The element at the caret, or else the next one in the line.
  private func element(isInner: Bool) -> ViObject? {
    let end = text.lineEnd(caret)
    guard let element = elements.first(where: { $0.upperBound > caret && $0.lowerBound <= end }) else {
      return nil
    }
    if isInner { return ViObject(range: element) }
    let behind = blanks(from: element.upperBound)
    if behind > element.upperBound { return ViObject(range: element.lowerBound..<behind) }
    return ViObject(range: blanksBefore(element.lowerBound)..<element.upperBound)
  }
}
