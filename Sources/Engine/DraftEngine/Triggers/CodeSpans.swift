/// Inline code: the text between two runs of backticks of the same length.
///
/// For ascending positions in one text, each line is read once.
struct CodeSpans {
  /// The line that was read last, and the ranges of its code.
  private var line = 0..<0
  private var covered: [Range<Int>] = []
  /// The index of the first range that does not end before the last position.
  private var next = 0

  /// Whether the UTF-8 offset of a symbol is in a closed span, or after a run that opens a span without an end yet.
  mutating func cover(_ utf8Offset: Int, in text: String) -> Bool {
    if !line.contains(utf8Offset) { read(lineAt: utf8Offset, of: text) }
    while next < covered.count, covered[next].upperBound <= utf8Offset { next += 1 }
    return next < covered.count && covered[next].contains(utf8Offset)
  }

  private mutating func read(lineAt utf8Offset: Int, of text: String) {
    let bytes = text.utf8.span
    line = HardLine.start(of: utf8Offset, in: bytes)..<HardLine.end(of: utf8Offset, in: bytes)
    covered = []
    next = 0
    let runs = Self.backtickRuns(in: line, of: bytes)
    var lastOfLength: [Int: Int] = [:]
    for (position, run) in runs.enumerated() { lastOfLength[run.count] = position }

    var position = 0
    while position < runs.count {
      let run = runs[position]
      // Checking the last run first keeps a line of many lone runs linear.
      guard let last = lastOfLength[run.count], last > position else {
        if !Self.followsWord(run.lowerBound, in: text) {
          covered.append(run.lowerBound..<line.upperBound)
          return
        }
        position += 1
        continue
      }
      repeat { position += 1 } while runs[position].count != run.count
      covered.append(run.lowerBound..<runs[position].lowerBound)
      position += 1
    }
  }

  private static func backtickRuns(in line: Range<Int>, of bytes: Span<UInt8>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var offset = line.lowerBound
    while offset < line.upperBound {
      guard bytes[offset] == UInt8(ascii: "`") else {
        offset += 1
        continue
      }
      let start = offset
      while offset < line.upperBound, bytes[offset] == UInt8(ascii: "`") { offset += 1 }
      runs.append(start..<offset)
    }
    return runs
  }

  /// A lone backtick in a word (don`t) is a mistyped apostrophe and opens nothing.
  private static func followsWord(_ utf8Offset: Int, in text: String) -> Bool {
    CharacterCursor(text, roundingDown: utf8Offset - 1).neighbour(.forward)?.kind == .word
  }
}
