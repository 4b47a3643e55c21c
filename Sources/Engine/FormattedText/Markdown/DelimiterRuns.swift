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
    /// The first byte that is not used.
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
    // No opener at or below these indexes matches this kind of closer. Compared by order, because runs are removed in between.
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
