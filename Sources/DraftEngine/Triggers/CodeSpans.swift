/// Code in a line: the text between two runs of backticks of the same length.
enum CodeSpan {
  /// Whether the UTF-8 offset is in a closed span, or after a run that opens a span without an end yet.
  static func covers(_ utf8Offset: Int, in text: String) -> Bool {
    let bytes = text.utf8.span
    let start = HardLine.start(of: utf8Offset, in: bytes)
    var first = start
    while first < utf8Offset, bytes[first] != UInt8(ascii: "`") { first += 1 }
    guard first < utf8Offset else { return false }
    let runs = backtickRuns(in: first..<HardLine.end(of: utf8Offset, in: bytes), of: bytes)
    var lastOfLength: [Int: Int] = [:]
    for (position, run) in runs.enumerated() { lastOfLength[run.count] = position }

    var position = 0
    while position < runs.count, runs[position].lowerBound < utf8Offset {
      let run = runs[position]
      // Checking the last run first keeps a line of many lone runs linear.
      guard let last = lastOfLength[run.count], last > position else {
        if !followsWord(run.lowerBound, in: text) { return true }
        position += 1
        continue
      }
      repeat { position += 1 } while runs[position].count != run.count
      if utf8Offset < runs[position].lowerBound { return true }
      position += 1
    }
    return false
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
