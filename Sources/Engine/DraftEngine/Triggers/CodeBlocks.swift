/// Code blocks between lines of ``` or ~~~, as in Markdown.
///
/// For ascending positions in one text, the text is read once.
struct CodeBlocks {
  /// The fence of the block that is open at the end of the text read so far.
  private var open: CodeFence?
  /// A fence is three Characters long at least, so it cannot hide between every third byte.
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

  /// Whether at most three spaces and nothing else precede it in its line.
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
