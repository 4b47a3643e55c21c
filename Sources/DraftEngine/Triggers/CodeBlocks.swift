/// A block of code between lines of ``` or ~~~, as Markdown has it.
struct CodeFence {
  private let character: UInt8
  private let length: Int

  /// Whether the UTF-8 offset is in a block. Without a closing fence, a block reaches to the end of the text.
  static func covers(_ utf8Offset: Int, in bytes: Span<UInt8>) -> Bool {
    var open: CodeFence?
    // A fence is three Characters long at least, so it cannot hide between every third byte.
    var offset = 2
    while offset < utf8Offset {
      guard isFenceCharacter(bytes[offset]) else {
        offset += 3
        continue
      }
      let run = run(around: offset, in: bytes)
      offset = run.upperBound + 2
      guard run.count >= 3, beginsLine(run.lowerBound, in: bytes) else { continue }
      let fence = CodeFence(character: bytes[run.lowerBound], length: run.count)
      if let opening = open {
        if fence.closes(opening, followedBy: run.upperBound, in: bytes) { open = nil }
      } else if fence.opens(followedBy: run.upperBound, in: bytes) {
        open = fence
      }
    }
    return open != nil
  }

  private static func isFenceCharacter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~")
  }

  private static func run(around offset: Int, in bytes: Span<UInt8>) -> Range<Int> {
    var start = offset
    while start > 0, bytes[start - 1] == bytes[offset] { start -= 1 }
    var end = offset + 1
    while end < bytes.count, bytes[end] == bytes[offset] { end += 1 }
    return start..<end
  }

  /// Whether at most three spaces and nothing else precede it in its line.
  private static func beginsLine(_ offset: Int, in bytes: Span<UInt8>) -> Bool {
    var start = offset
    while start > 0, offset - start < 3, bytes[start - 1] == UInt8(ascii: " ") { start -= 1 }
    return HardLine.begins(at: start, in: bytes)
  }

  /// A line like ```code``` is a span, not the start of a block.
  private func opens(followedBy offset: Int, in bytes: Span<UInt8>) -> Bool {
    character == UInt8(ascii: "~")
      || !(offset..<HardLine.end(of: offset, in: bytes)).contains { bytes[$0] == UInt8(ascii: "`") }
  }

  private func closes(_ opening: CodeFence, followedBy offset: Int, in bytes: Span<UInt8>) -> Bool {
    character == opening.character && length >= opening.length
      && (offset..<HardLine.end(of: offset, in: bytes)).allSatisfy {
        bytes[$0] == UInt8(ascii: " ") || bytes[$0] == UInt8(ascii: "\t")
      }
  }
}
