/// An opening and a closing mark, and the style of the text between them.
struct MarkedSpan {
  let kind: TextNode.Kind
  let open: Range<Int>
  let close: Range<Int>
}

/// The runs of `*`, `_`, `~~` and `||` of a block, paired by CommonMark's rules.
struct DelimiterRuns {
  private struct Run {
    let byte: UInt8
    /// The first byte that no pair uses.
    var start: Int
    var count: Int
    let length: Int
    let canOpen: Bool
    let canClose: Bool
    var previous: Int
    var next: Int
  }

  private static let none = -1
  /// Further pairs are treated as text.
  static let mostSpans = 4_096

  private var runs: [Run] = []
  private var last = Self.none
  /// The number of steps taken, for tests.
  private(set) var steps = 0

  /// The number of runs so far.
  var count: Int { runs.count }

  mutating func removeAll() {
    runs.removeAll(keepingCapacity: true)
    last = Self.none
  }

  /// Adds a run of equal bytes.
  mutating func add(_ range: Range<Int>, in bytes: [UInt8], block: Range<Int>) {
    let byte = bytes[range.lowerBound]
    let before = Neighbour(before: range.lowerBound, in: bytes, from: block.lowerBound)
    let after = Neighbour(at: range.upperBound, in: bytes, to: block.upperBound)
    let opens = after != .blank && (after != .punctuation || before != .letter)
    let closes = before != .blank && (before != .punctuation || after != .letter)
    let isUnderscore = byte == UInt8(ascii: "_")
    let canOpen = isUnderscore ? opens && (!closes || before == .punctuation) : opens
    let canClose = isUnderscore ? closes && (!opens || after == .punctuation) : closes
    guard canOpen || canClose else { return }
    if last != Self.none { runs[last].next = runs.count }
    runs.append(
      Run(
        byte: byte, start: range.lowerBound, count: range.count, length: range.count, canOpen: canOpen,
        canClose: canClose, previous: last, next: Self.none))
    last = runs.count - 1
  }

  /// Pairs the runs from an index on, and removes them: later runs do not pair with them.
  mutating func pair(from bottom: Int, into spans: inout [MarkedSpan]) {
    guard last >= bottom else { return }
    var first = last
    while runs[first].previous >= bottom { first = runs[first].previous }
    let before = runs[first].previous
    var closer = first
    // No opener at or below these indexes matches this kind of closer. They are compared by order, because the runs at these
    // indexes may have been removed.
    var floors = [Int](repeating: bottom - 1, count: 16)
    while closer != Self.none, spans.count < Self.mostSpans {
      steps += 1
      let run = runs[closer]
      guard run.canClose else {
        closer = run.next
        continue
      }
      let floor = Self.floor(of: run)
      let opener = opener(of: run, above: floors[floor])
      guard opener != Self.none else {
        floors[floor] = closer - 1
        closer = run.next
        continue
      }
      let count = runs[opener].count >= 2 && run.count >= 2 ? 2 : 1
      let end = runs[opener].start + runs[opener].count
      spans.append(
        MarkedSpan(
          kind: Self.kind(of: run.byte, count), open: end - count..<end, close: run.start..<run.start + count)
      )
      runs[opener].count -= count
      runs[closer].start += count
      runs[closer].count -= count
      // The runs between the two have no partner.
      runs[closer].previous = runs[opener].count == 0 ? runs[opener].previous : opener
      if runs[closer].previous != Self.none { runs[runs[closer].previous].next = closer }
      if runs[closer].count == 0 { closer = remove(closer) }
    }
    last = before
    if before != Self.none { runs[before].next = Self.none }
  }

  private mutating func opener(of run: Run, above floor: Int) -> Int {
    var opener = run.previous
    while opener > floor, opener != Self.none {
      steps += 1
      let other = runs[opener]
      if other.byte == run.byte, other.canOpen, !Self.breaksRuleOfThree(other, run) { return opener }
      opener = other.previous
    }
    return Self.none
  }

  /// Removes a run and returns the next one.
  private mutating func remove(_ run: Int) -> Int {
    let (previous, next) = (runs[run].previous, runs[run].next)
    if previous != Self.none { runs[previous].next = next }
    if next != Self.none { runs[next].previous = previous }
    return next
  }

  private static func breaksRuleOfThree(_ opener: Run, _ closer: Run) -> Bool {
    guard closer.byte == UInt8(ascii: "*") || closer.byte == UInt8(ascii: "_"),
      opener.canClose || closer.canOpen
    else { return false }
    return (opener.length + closer.length).isMultiple(of: 3)
      && !(opener.length.isMultiple(of: 3) && closer.length.isMultiple(of: 3))
  }

  private static func floor(of run: Run) -> Int {
    let rest = (run.canOpen ? 3 : 0) + run.length % 3
    return switch run.byte {
    case UInt8(ascii: "*"): rest
    case UInt8(ascii: "_"): 6 + rest
    case UInt8(ascii: "~"): 12
    default: 13
    }
  }

  private static func kind(of byte: UInt8, _ count: Int) -> TextNode.Kind {
    switch byte {
    case UInt8(ascii: "~"): .struck
    case UInt8(ascii: "|"): .spoiler
    default: count == 2 ? .bold : .italic
    }
  }
}

/// Stars and underscores that are never marks: products and powers, paths, name patterns, and the arm of a shrug.
enum UnmarkedRun {
  /// Whether a run is never a mark.
  static func holds(_ run: Range<Int>, in bytes: [UInt8], block: Range<Int>) -> Bool {
    guard run.count <= 2 else { return false }
    let before = run.lowerBound > block.lowerBound ? bytes[run.lowerBound - 1] : 0x20
    let after = run.upperBound < block.upperBound ? bytes[run.upperBound] : 0x20
    if run.count == 1, isEnclosed(before, after) { return true }
    guard bytes[run.lowerBound] == UInt8(ascii: "*") else {
      return run.count == 1 && isArm(run, after, bytes, block)
    }
    if isProduct(before, after) || isPartOfPath(before, after) { return true }
    return run.count == 1 && isPattern(run, before, after, bytes, block)
  }

  /// `2*3*x`, `a**2` and `(a)*(b)`.
  private static func isProduct(_ before: UInt8, _ after: UInt8) -> Bool {
    if before.isDigit { return after.isDigit || after.isLetter }
    if after.isDigit { return before.isLetter }
    return before == UInt8(ascii: ")") && after == UInt8(ascii: "(")
  }

  /// `/usr/*/lib` and `src/**`, but not `he/*she*`.
  private static func isPartOfPath(_ before: UInt8, _ after: UInt8) -> Bool {
    before == UInt8(ascii: "/") && !after.isLetter && !after.isDigit && after < 0x80
  }

  /// `(*)` and `"*"`.
  private static func isEnclosed(_ before: UInt8, _ after: UInt8) -> Bool {
    switch before {
    case UInt8(ascii: "("): after == UInt8(ascii: ")")
    case UInt8(ascii: "["): after == UInt8(ascii: "]")
    case UInt8(ascii: "{"): after == UInt8(ascii: "}")
    case UInt8(ascii: "<"): after == UInt8(ascii: ">")
    case UInt8(ascii: "\""), UInt8(ascii: "'"): after == before
    default: false
    }
  }

  /// `*.txt` and `*.*`, `.*word`, and `*:*`.
  private static func isPattern(
    _ star: Range<Int>, _ before: UInt8, _ after: UInt8, _ bytes: [UInt8], _ block: Range<Int>
  ) -> Bool {
    let star = star.lowerBound
    func isStar(_ place: Int) -> Bool { block.contains(place) && bytes[place] == UInt8(ascii: "*") }
    if isSign(after), isStar(star + 2), !isStar(star + 3) { return true }
    if isSign(before), isStar(star - 2), !isStar(star - 3) { return true }
    if after == UInt8(ascii: "."), before.isBlank || before == 0x0A {
      return star + 2 < block.upperBound && (bytes[star + 2].isLetter || bytes[star + 2].isDigit)
    }
    return before == UInt8(ascii: ".") && (after.isLetter || after.isDigit)
  }

  /// A sign that is never emphasised alone.
  private static func isSign(_ byte: UInt8) -> Bool { ":;.,/=+%@$&?^".utf8.contains(byte) }

  /// Whether the run is the last underscore of `¯\_(ツ)_/¯`.
  private static func isArm(_ run: Range<Int>, _ after: UInt8, _ bytes: [UInt8], _ block: Range<Int>) -> Bool
  {
    after == UInt8(ascii: "/") && run.upperBound + 2 < block.upperBound && bytes[run.upperBound + 1] == 0xC2
      && bytes[run.upperBound + 2] == 0xAF
  }
}

/// The kind of character next to a run of marks, which decides whether the run opens, closes or is text.
enum Neighbour {
  case blank
  case punctuation
  case letter

  /// The character that ends before a byte.
  ///
  /// - Parameter start: the start of the block.
  init(before place: Int, in bytes: [UInt8], from start: Int) {
    guard place > start else {
      self = .blank
      return
    }
    var first = place - 1
    while first > start, bytes[first] & 0xC0 == 0x80, place - first < 4 { first -= 1 }
    self.init(bytes, first..<place)
  }

  /// The character that begins at a byte.
  ///
  /// - Parameter end: the end of the block.
  init(at place: Int, in bytes: [UInt8], to end: Int) {
    guard place < end else {
      self = .blank
      return
    }
    var last = place + 1
    while last < end, bytes[last] & 0xC0 == 0x80, last - place < 4 { last += 1 }
    self.init(bytes, place..<last)
  }

  init(_ scalar: Unicode.Scalar) {
    self = scalar.isASCII ? Self.kind(ofASCII: UInt8(scalar.value)) : Self.kind(of: scalar.value)
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    let first = bytes[range.lowerBound]
    guard first >= 0x80 else {
      self = Self.kind(ofASCII: first)
      return
    }
    var value: UInt32 =
      switch range.count {
      case 2: UInt32(first & 0x1F)
      case 3: UInt32(first & 0x0F)
      case 4: UInt32(first & 0x07)
      default: 0
      }
    // A placeholder for an element counts as a letter.
    guard range.count > 1 else {
      self = .letter
      return
    }
    for place in range.dropFirst() { value = value << 6 | UInt32(bytes[place] & 0x3F) }
    self = Self.kind(of: value)
  }

  private static func kind(ofASCII byte: UInt8) -> Neighbour {
    byte <= 0x20 || byte == 0x7F ? .blank : byte.isDigit || byte.isLetter ? .letter : .punctuation
  }

  /// Zero-width and bidirectional control scalars count as blanks, so that they cannot hide a mark.
  private static func kind(of scalar: UInt32) -> Neighbour {
    switch scalar {
    case 0x80...0xA0, 0xAD, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFEFF: .blank
    case 0xAA, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA, 0xBC...0xBE: .letter
    case 0xA1...0xBF, 0xD7, 0xF7, 0x2010...0x2027, 0x2030...0x205E: .punctuation
    case 0x20A0...0x20CF, 0x3001...0x303F: .punctuation
    case 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65: .punctuation
    default: .letter
    }
  }
}
