/// Removes whole unchanged lines from a long stretch, so that words are compared only where something changed.
enum LineMatching {
  /// Stretches shorter than this are compared by words at once.
  static let worthwhile = 4096

  /// The stretches left to compare by words, and the lines that only moved.
  struct Result {
    var stretches: [ChangedRange]
    var movedLines: [ChangedRange] = []
  }

  /// Removes the lines that occur once in both texts, in the same order.
  static func match(_ middle: ChangedRange, old: Span<UInt8>, new: Span<UInt8>) -> Result {
    guard min(middle.old.count, middle.new.count) >= worthwhile else { return Result(stretches: [middle]) }
    var vocabulary = Vocabulary(expecting: (middle.old.count + middle.new.count) / 64)
    var oldLines = Tokens()
    var newLines = Tokens()
    forEachLine(old, middle.old) { range in
      let piece = Vocabulary.Piece(isNew: false, range: range)
      oldLines.append(range, vocabulary.number(of: piece, old: old, new: new))
    }
    forEachLine(new, middle.new) { range in
      let piece = Vocabulary.Piece(isNew: true, range: range)
      newLines.append(range, vocabulary.number(of: piece, old: old, new: new))
    }
    var alignment = TokenAlignment(old: oldLines, new: newLines, vocabularySize: vocabulary.count)
    let moved = alignment.alignUnique(ChangedRange(old: 0..<oldLines.count, new: 0..<newLines.count))
    return Result(
      stretches: alignment.gaps(in: middle, tokens: 0..<oldLines.count),
      movedLines: moved.map { ChangedRange(old: oldLines.range($0.old), new: newLines.range($0.new)) })
  }

  private static func forEachLine(_ bytes: Span<UInt8>, _ range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    var offset = start
    while offset < range.upperBound {
      while offset + 8 <= range.upperBound,
        !bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self).hasByte(0x0A)
      {
        offset += 8
      }
      while offset < range.upperBound, bytes[offset] != 0x0A { offset += 1 }
      offset = min(offset + 1, range.upperBound)
      body(start..<offset)
      start = offset
    }
  }
}
