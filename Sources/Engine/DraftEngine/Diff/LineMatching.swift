/// Removes unchanged pieces from a long stretch, so that words are compared only where something changed: first whole lines, then
/// passages (content-defined chunks) of the stretches that are still long because of long lines.
enum LineMatching {
  /// The minimum length in bytes; shorter stretches are compared by words directly.
  static let worthwhile = 4096

  /// The stretches left to compare by words, and the pieces that only moved.
  struct Result {
    var stretches: [ChangedRange]
    var moved: [ChangedRange] = []
  }

  /// Removes the common ends, and the pieces that occur once in each text and in the same order.
  static func match(_ middle: ChangedRange, old: Span<UInt8>, new: Span<UInt8>) -> Result {
    guard isLong(middle) else { return Result(stretches: [middle]) }
    // Two different single lines have no line in common, so they are split into passages directly.
    let areLines = isOneLine(middle.old, of: old) && isOneLine(middle.new, of: new)
    let lines = areLines ? Result(stretches: [middle]) : match(middle, by: .lines, old: old, new: new)
    guard lines.stretches.contains(where: isLong) else { return lines }
    var result = Result(stretches: [], moved: lines.moved)
    for stretch in lines.stretches {
      guard isLong(stretch) else {
        result.stretches.append(stretch)
        continue
      }
      let passages = match(stretch, by: .passages, old: old, new: new)
      result.stretches += passages.stretches
      result.moved += passages.moved
    }
    result.moved.sort { $0.old.lowerBound < $1.old.lowerBound }
    return result
  }

  private static func isLong(_ stretch: ChangedRange) -> Bool {
    min(stretch.old.count, stretch.new.count) >= worthwhile
  }

  private enum Piece { case lines, passages }

  private static func match(
    _ middle: ChangedRange, by piece: Piece, old: Span<UInt8>, new: Span<UInt8>
  ) -> Result {
    var vocabulary = Vocabulary(expecting: (middle.old.count + middle.new.count) / 64)
    let oldPieces = pieces(piece, of: old, in: middle.old) {
      vocabulary.number(of: .init(isNew: false, range: $0), old: old, new: new)
    }
    let newPieces = pieces(piece, of: new, in: middle.new) {
      vocabulary.number(of: .init(isNew: true, range: $0), old: old, new: new)
    }
    var alignment = TokenAlignment(old: oldPieces, new: newPieces, vocabularySize: vocabulary.count)
    let moved = alignment.alignUnique(ChangedRange(old: 0..<oldPieces.count, new: 0..<newPieces.count))
    // A passage can end anywhere in a line, so the passages next to a change are compared by words together with it.
    if piece == .passages { alignment.unpairBesideGaps() }
    return Result(
      stretches: alignment.gaps(in: middle, tokens: 0..<oldPieces.count),
      moved: moved.map { ChangedRange(old: oldPieces.range($0.old), new: newPieces.range($0.new)) })
  }

  private static func pieces(
    _ piece: Piece, of bytes: Span<UInt8>, in range: Range<Int>, number: (Range<Int>) -> Int32
  ) -> Tokens {
    var pieces = Tokens()
    var start = range.lowerBound
    while start < range.upperBound {
      let end =
        switch piece {
        case .lines: lineEnd(from: start, in: bytes, limit: range.upperBound)
        case .passages: passageEnd(from: start, in: bytes, limit: range.upperBound)
        }
      pieces.append(start..<end, number(start..<end))
      start = end
    }
    return pieces
  }

  private static func isOneLine(_ range: Range<Int>, of bytes: Span<UInt8>) -> Bool {
    lineEnd(from: range.lowerBound, in: bytes, limit: range.upperBound) == range.upperBound
  }

  private static func lineEnd(from start: Int, in bytes: Span<UInt8>, limit: Int) -> Int {
    var offset = start
    while offset + 8 <= limit,
      !bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self).hasByte(0x0A)
    {
      offset += 8
    }
    while offset < limit, bytes[offset] != 0x0A { offset += 1 }
    return min(offset + 1, limit)
  }

  /// The minimum length of a passage: shorter ones can be equal by chance.
  private static let shortestPassage = 96

  /// The end of a passage: before a blank, or a scalar of a script without blanks, if the hash of the previous eight bytes has its
  /// top three bits clear. The end depends only on these bytes, so passages after a change are the same again.
  private static func passageEnd(from start: Int, in bytes: Span<UInt8>, limit: Int) -> Int {
    let raw = bytes.bytes
    func isEnd(_ offset: Int) -> Bool {
      let before = raw.unsafeLoadUnaligned(fromByteOffset: offset - 8, as: UInt64.self)
      return (before &* 0x9E37_79B9_7F4A_7C15) >> 61 == 0
    }
    var offset = start + shortestPassage
    while offset + 8 <= limit {
      let word = raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
      var places = word.topBits(ofBytesEqualTo: 0x20) | word.topBits(ofBytesAtLeast: 0xE3)
      while places != 0 {
        let place = offset + places.trailingZeroBitCount / 8
        if isEnd(place) { return place }
        places &= places - 1
      }
      offset += 8
    }
    while offset < limit {
      if bytes[offset] == 0x20 || bytes[offset] >= 0xE3, isEnd(offset) { return offset }
      offset += 1
    }
    return limit
  }
}
