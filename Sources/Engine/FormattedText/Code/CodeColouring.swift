/// Colours code line by line; the state carried from one line to the next is small.
///
/// Takes time linear in the length of the line, for any input.
public struct CodeColouring {
  private let language: CodeLanguage
  private let bytes: [UInt8]
  private let end: Int
  private var place: Int
  private let start: Int
  private var pieces: [CodePiece] = []
  /// The number of steps taken, for tests.
  private(set) var steps = 0

  /// The coloured ranges of a line, in order.
  ///
  /// - Parameters:
  ///   - line: the bytes of the line, without its line end.
  ///   - bytes: the code.
  ///   - language: the language of the code.
  ///   - state: what is open before the line; updated to what is open after it.
  public static func pieces(
    ofLine line: Range<Int>, in bytes: [UInt8], _ language: CodeLanguage, state: inout CodeState
  ) -> [CodePiece] {
    var colouring = CodeColouring(line, in: bytes, language)
    colouring.run(&state)
    return colouring.pieces
  }

  init(_ line: Range<Int>, in bytes: [UInt8], _ language: CodeLanguage) {
    self.language = language
    self.bytes = bytes
    start = line.lowerBound
    place = start
    end = line.upperBound
  }

  mutating func run(_ state: inout CodeState) {
    if language.traits.contains(.changes) {
      colourChange()
      return
    }
    switch state.open {
    case .nothing: break
    case .comment(let depth): state.open = comment(from: place, depth: depth)
    case .string(let quote, let hashes): state.open = string(from: place, quote, hashes: hashes)
    case .tag: state.open = tag()
    }
    // A string, comment or tag that is still open reaches to the end of the line.
    guard state.open == .nothing else { return }
    if language.traits.contains(.wordKeys), place == start { colourKey() }
    while place < end {
      steps += 1
      state.open = step()
    }
  }

  private mutating func add(_ from: Int, _ kind: CodePiece.Kind) {
    if from < place { pieces.append(CodePiece(range: from..<place, kind: kind)) }
  }

  /// Consumes the next token, and returns what is open after it.
  private mutating func step() -> CodeState.Open {
    let byte = bytes[place]
    let from = place
    if byte.isBlank {
      place += 1
      return .nothing
    }
    if let block = language.block, bytes.has(block.open, at: place, before: end) {
      place += block.open.utf8CodeUnitCount
      return comment(from: from, depth: 1)
    }
    if language.traits.contains(.tags) { return markup() }
    if let line = language.line, bytes.has(line, at: place, before: end), mayBeginComment {
      place = end
      add(from, .comment)
      return .nothing
    }
    if language.traits.contains(.hashedStrings), byte == UInt8(ascii: "#"), let hashes = hashesBeforeQuote() {
      place += hashes
      return quoted(from: from, hashes: hashes) ?? .nothing
    }
    if let open = quoted(from: from, hashes: 0) { return open }
    if byte.isDigit {
      number()
      add(from, .number)
    } else if Self.isName(byte) {
      return word()
    } else if isMeta(byte), place + 1 < end, Self.isName(bytes[place + 1]) || byte == UInt8(ascii: "$") {
      place += 1
      if byte == UInt8(ascii: "$"), place < end, bytes[place] == UInt8(ascii: "{") {
        while place < end, bytes[place] != UInt8(ascii: "}") { place += 1 }
        if place < end { place += 1 }
      } else {
        skipName()
      }
      add(from, .meta)
    } else {
      place += 1
    }
    return .nothing
  }

  private func isMeta(_ byte: UInt8) -> Bool {
    let traits = language.traits
    return switch byte {
    case UInt8(ascii: "@"): traits.contains(.atMeta)
    case UInt8(ascii: "#"): traits.contains(.hashMeta)
    case UInt8(ascii: "$"): traits.contains(.dollarMeta)
    default: false
    }
  }

  private var mayBeginComment: Bool {
    !language.traits.contains(.apartComments) || place == start || bytes[place - 1].isBlank
  }

  static func isName(_ byte: UInt8) -> Bool { byte.isLetter || byte == UInt8(ascii: "_") || byte >= 0x80 }

  private mutating func skipName() {
    while place < end, Self.isName(bytes[place]) || bytes[place].isDigit { place += 1 }
  }

  private mutating func number() {
    while place < end {
      let byte = bytes[place]
      if byte.isDigit || Self.isName(byte) {
        place += 1
      } else if byte == UInt8(ascii: "."), place + 1 < end, bytes[place + 1].isDigit {
        place += 1
      } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"), bytes[place - 1].lowercased == 0x65,
        place + 1 < end, bytes[place + 1].isDigit
      {
        place += 1
      } else {
        return
      }
    }
  }

  private mutating func word() -> CodeState.Open {
    let from = place
    skipName()
    let traits = language.traits
    if traits.contains(.prefixedStrings), place - from <= 2, place < end {
      let hashes = hashesBeforeQuote() ?? 0
      place += hashes
      if let open = quoted(from: from, hashes: hashes) { return open }
      place -= hashes
    }
    var name = Array(bytes[from..<place])
    if traits.contains(.ignoresCase) { name = name.map(\.lowercased) }
    if language.keywords.contains(name) {
      add(from, .keyword)
    } else if traits.contains(.calls), calls() {
      add(from, .function)
    } else if traits.contains(.capitalTypes), (0x41...0x5A).contains(bytes[from]) {
      add(from, .type)
    }
    return .nothing
  }

  /// Whether a parenthesis follows the word, directly or after the `!` of a Rust macro.
  private func calls() -> Bool {
    guard place < end else { return false }
    if bytes[place] == UInt8(ascii: "(") { return true }
    return language.traits.contains(.lifetimes) && bytes[place] == UInt8(ascii: "!")
  }
}

extension CodeColouring {
  /// The number of `#` before a quote here; nil if something else follows them.
  private func hashesBeforeQuote() -> Int? {
    guard language.traits.contains(.hashedStrings) else { return nil }
    var last = place
    while last < end, bytes[last] == UInt8(ascii: "#"), last - place < 16 { last += 1 }
    return last > place && last < end && bytes[last] == UInt8(ascii: "\"") ? last - place : nil
  }

  /// Consumes the string that begins here, and returns what is open after it; nil if none begins.
  private mutating func quoted(from: Int, hashes: Int) -> CodeState.Open? {
    for (index, quote) in language.quotes.enumerated() where bytes.has(quote.mark, at: place, before: end) {
      if language.traits.contains(.lifetimes), bytes[place] == UInt8(ascii: "'"), !isLetterInQuotes {
        place += 1
        skipName()
        add(from, .meta)
        return .nothing
      }
      place += quote.mark.utf8CodeUnitCount
      return string(from: from, index, hashes: hashes)
    }
    return nil
  }

  private var isLetterInQuotes: Bool {
    guard place + 2 < end else { return false }
    return bytes[place + 1] == UInt8(ascii: "\\") || bytes[place + 2] == UInt8(ascii: "'")
      || bytes[place + 1] >= 0x80
  }

  /// Consumes the rest of a string.
  private mutating func string(from: Int, _ index: Int, hashes: Int) -> CodeState.Open {
    let quote = language.quotes[index]
    var from = from
    while place < end {
      steps += 1
      if bytes[place] == UInt8(ascii: "\\"), quote.hasEscapes, hashes == 0 {
        add(from, .string)
        from = place
        place = min(place + 2, end)
        while place < end, bytes[place] & 0xC0 == 0x80 { place += 1 }
        add(from, .escape)
        from = place
      } else if bytes.has(quote.mark, at: place, before: end), ends(quote, hashes) {
        place += quote.mark.utf8CodeUnitCount + hashes
        let isKey = language.traits.contains(.stringKeys) && colonFollows
        add(from, isKey ? .meta : .string)
        return .nothing
      } else {
        place += 1
      }
    }
    add(from, .string)
    return quote.isMultiline || hashes > 0 && language.traits.contains(.lifetimes)
      ? .string(quote: index, hashes: hashes) : .nothing
  }

  private func ends(_ quote: CodeLanguage.Quote, _ hashes: Int) -> Bool {
    let behind = place + quote.mark.utf8CodeUnitCount
    guard hashes > 0 else { return true }
    return behind + hashes <= end && bytes[behind..<behind + hashes].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private var colonFollows: Bool {
    var next = place
    while next < end, bytes[next].isBlank { next += 1 }
    return next < end && bytes[next] == UInt8(ascii: ":")
  }

  /// Consumes the rest of a comment.
  private mutating func comment(from: Int, depth: Int) -> CodeState.Open {
    guard let block = language.block else { return .nothing }
    var depth = depth
    while place < end {
      steps += 1
      if bytes.has(block.close, at: place, before: end) {
        place += block.close.utf8CodeUnitCount
        depth -= 1
        guard depth == 0 else { continue }
        add(from, .comment)
        return .nothing
      }
      if language.traits.contains(.nestedComments), bytes.has(block.open, at: place, before: end) {
        place += block.open.utf8CodeUnitCount
        depth += 1
      } else {
        place += 1
      }
    }
    add(from, .comment)
    return .comment(depth)
  }

  /// Colours a line of a diff by its first byte.
  private mutating func colourChange() {
    place = end
    guard start < end else { return }
    switch bytes[start] {
    case UInt8(ascii: "+"): add(start, .added)
    case UInt8(ascii: "-"): add(start, .removed)
    case UInt8(ascii: "@"): add(start, .hunk)
    case UInt8(ascii: "d"), UInt8(ascii: "i"): add(start, .meta)
    default: break
    }
  }

  /// Colours the word before a colon, after the blanks and hyphens of a list.
  private mutating func colourKey() {
    while place < end, bytes[place].isBlank || bytes[place] == UInt8(ascii: "-") { place += 1 }
    let from = place
    while place < end, Self.isName(bytes[place]) || bytes[place].isDigit || "-./ ".utf8.contains(bytes[place])
    {
      place += 1
    }
    if place < end, bytes[place] == UInt8(ascii: ":"), place + 1 == end || bytes[place + 1].isBlank {
      add(from, .meta)
    } else {
      place = from
    }
  }

  /// Consumes text, an entity or a tag.
  private mutating func markup() -> CodeState.Open {
    let from = place
    switch bytes[place] {
    case UInt8(ascii: "<"):
      place += 1
      if place < end, "/!?".utf8.contains(bytes[place]) { place += 1 }
      guard place < end, Self.isName(bytes[place]) else { return .nothing }
      while place < end, Self.isName(bytes[place]) || bytes[place].isDigit || "-:".utf8.contains(bytes[place])
      {
        place += 1
      }
      add(from, .keyword)
      return tag()
    case UInt8(ascii: "&"):
      while place < end, place - from < 12, bytes[place] != UInt8(ascii: ";"), !bytes[place].isBlank {
        place += 1
      }
      if place < end, bytes[place] == UInt8(ascii: ";") {
        place += 1
        add(from, .escape)
      }
      return .nothing
    default:
      place += 1
      return .nothing
    }
  }

  /// Consumes the rest of a tag.
  private mutating func tag() -> CodeState.Open {
    while place < end {
      steps += 1
      let from = place
      let byte = bytes[place]
      if byte == UInt8(ascii: ">") {
        place += 1
        add(from, .keyword)
        return .nothing
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        place += 1
        while place < end, bytes[place] != byte { place += 1 }
        if place < end { place += 1 }
        add(from, .string)
      } else if Self.isName(byte) {
        while place < end,
          Self.isName(bytes[place]) || bytes[place].isDigit || "-:.".utf8.contains(bytes[place])
        {
          place += 1
        }
        add(from, .meta)
      } else {
        place += 1
      }
    }
    return .tag
  }
}
