/// Inline code: the text between two runs of backticks of the same length.
///
/// Each line is read once if the queried offsets ascend.
struct CodeSpans {
  /// The line that was read last, and the ranges of its code.
  private var line = 0..<0
  private var covered: [Range<Int>] = []
  /// The index of the first range that does not end before the last queried offset.
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

  /// Whether a word Character precedes a lone backtick (don`t): it is then a mistyped apostrophe and opens nothing.
  private static func followsWord(_ utf8Offset: Int, in text: String) -> Bool {
    CharacterCursor(text, roundingDown: utf8Offset - 1).neighbour(.forward)?.kind == .word
  }
}

/// Code blocks between lines of ``` or ~~~, as in Markdown.
///
/// The text is read once if the queried offsets ascend.
struct CodeBlocks {
  /// The fence of the block that is open at the end of the text read so far.
  private var open: CodeFence?
  /// A fence has at least three Characters, so checking every third byte finds it.
  private var offset = 2

  /// Whether the UTF-8 offset of a symbol is in a block. Without a closing fence, a block reaches to the end of the text.
  mutating func cover(_ utf8Offset: Int, in bytes: Span<UInt8>) -> Bool {
    while offset < utf8Offset {
      guard CodeFence.isFenceCharacter(bytes[offset]) else {
        offset += 3
        continue
      }
      let run = CodeFence.run(around: offset, in: bytes)
      offset = run.upperBound + 2
      guard run.count >= 3, CodeFence.beginsLine(run.lowerBound, in: bytes) else { continue }
      let fence = CodeFence(character: bytes[run.lowerBound], length: run.count)
      if let opening = open {
        if fence.closes(opening, followedBy: run.upperBound, in: bytes) { open = nil }
      } else if fence.opens(followedBy: run.upperBound, in: bytes) {
        open = fence
      }
    }
    return open != nil
  }
}

/// A run of at least three backticks or tildes at the beginning of a line.
private struct CodeFence {
  let character: UInt8
  let length: Int

  static func isFenceCharacter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~")
  }

  static func run(around offset: Int, in bytes: Span<UInt8>) -> Range<Int> {
    var start = offset
    while start > 0, bytes[start - 1] == bytes[offset] { start -= 1 }
    var end = offset + 1
    while end < bytes.count, bytes[end] == bytes[offset] { end += 1 }
    return start..<end
  }

  /// Whether at most three spaces and nothing else precede the offset in its line.
  static func beginsLine(_ offset: Int, in bytes: Span<UInt8>) -> Bool {
    var start = offset
    while start > 0, offset - start < 3, bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    return HardLine.begins(at: start, in: bytes)
  }

  /// A line like ```code``` is a span, not the start of a block.
  func opens(followedBy offset: Int, in bytes: Span<UInt8>) -> Bool {
    character == UInt8(ascii: "~")
      || !(offset..<HardLine.end(of: offset, in: bytes)).contains { bytes[$0] == UInt8(ascii: "`") }
  }

  func closes(_ opening: CodeFence, followedBy offset: Int, in bytes: Span<UInt8>) -> Bool {
    character == opening.character && length >= opening.length
      && (offset..<HardLine.end(of: offset, in: bytes)).allSatisfy {
        bytes[$0] == UInt8(ascii: " ") || bytes[$0] == UInt8(ascii: "\t")
      }
  }
}
