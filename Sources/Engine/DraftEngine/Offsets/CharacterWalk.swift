/// A walk along a text that counts Characters and bytes together.
///
/// Ordinary text is counted without grapheme breaking, ASCII eight bytes at a time.
struct CharacterWalk {
  private let text: String
  /// Characters passed so far.
  private(set) var characters: Int
  /// Bytes passed so far, always on a Character boundary.
  private(set) var utf8Offset: Int
  /// The end of the Character at `utf8Offset`, once known, so that a long Character is measured only once.
  private var knownEnd = 0

  /// A walk that begins at the start, or at a Character boundary whose number is known.
  init(_ text: String, from utf8Offset: Int = 0, characters: Int = 0) {
    self.text = text
    self.utf8Offset = utf8Offset
    self.characters = characters
  }

  /// A walk that begins at the Character boundary at or before an offset. It counts Characters from there.
  init(_ text: String, fromCharacterAtOrBefore utf8Offset: Int) {
    let start = text.characterBoundary(atOrBefore: utf8Offset)
    self.init(text, from: text.utf8.distance(from: text.utf8.startIndex, to: start))
  }

  /// Advances to the Character with the given number; false if the text ends before it.
  mutating func advance(toCharacter target: Int) -> Bool {
    advance(whileCharactersBelow: target, bytesBelow: .max)
    return characters == target
  }

  /// Advances to the last Character boundary at or before the given byte.
  mutating func advance(toUTF8 target: Int) {
    advance(whileCharactersBelow: .max, bytesBelow: target)
  }

  /// Advances to the end.
  mutating func advanceToEnd() {
    advance(whileCharactersBelow: .max, bytesBelow: .max)
  }

  /// Advances to the end of a range that is still ahead, and returns whether both its ends are between Characters.
  mutating func reaches(_ range: Range<Int>) -> Bool {
    advance(toUTF8: range.lowerBound)
    let isStart = utf8Offset == range.lowerBound
    advance(toUTF8: range.upperBound)
    return isStart && utf8Offset == range.upperBound
  }

  /// Advances to the end of a range that is still ahead, and returns the range of the Characters entirely inside it. If there are
  /// none, returns the Character that contains the range; nil if that Character begins before `limit`, or if the range is empty.
  mutating func charactersOfMention(in range: Range<Int>, after limit: Int) -> Range<Int>? {
    guard !range.isEmpty else { return nil }
    advance(toUTF8: range.lowerBound)
    let around = utf8Offset
    if utf8Offset < range.lowerBound { _ = advance(toCharacter: characters + 1) }
    let start = utf8Offset
    advance(toUTF8: range.upperBound)
    if start < utf8Offset { return start..<utf8Offset }
    guard around >= limit, around < range.upperBound else { return nil }
    if utf8Offset < range.upperBound { _ = advance(toCharacter: characters + 1) }
    return around..<utf8Offset
  }

  private mutating func advance(whileCharactersBelow characterLimit: Int, bytesBelow byteLimit: Int) {
    let text = text
    let bytes = text.utf8Span.span
    let end = min(bytes.count, byteLimit)
    var count = characters
    var offset = utf8Offset
    while count < characterLimit, offset < end {
      if min(end - offset, characterLimit - count) >= 8, Self.isASCIIWord(bytes, at: offset) {
        count += 8
        offset += 8
        continue
      }
      let length = knownEnd > offset ? knownEnd - offset : Self.characterLength(bytes, at: offset, in: text)
      if offset + length > byteLimit {
        knownEnd = offset + length
        break
      }
      count += 1
      offset += length
    }
    characters = count
    utf8Offset = offset
  }

  /// Whether eight ASCII Characters other than CR begin here, followed by ASCII.
  @inline(__always)
  private static func isASCIIWord(_ bytes: Span<UInt8>, at offset: Int) -> Bool {
    guard offset + 8 < bytes.count, bytes[offset + 8] < 0x80 else { return false }
    let word = bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    return word & .highBits == 0 && !word.hasByte(0x0D)
  }

  @inline(__always)
  private static func characterLength(_ bytes: Span<UInt8>, at offset: Int, in text: String) -> Int {
    let length = OrdinaryScalar.length(in: bytes, at: offset)
    let next = offset + length
    if length > 0, next == bytes.count || OrdinaryScalar.length(in: bytes, at: next) > 0 { return length }
    return text.characterEnd(utf8: offset) - offset
  }
}

/// Scalars that never share a Character with one another, so that text made of them needs no grapheme breaking.
///
/// They are ASCII except CR, the Latin, Greek and Cyrillic letters, kana, CJK ideographs and Hangul syllables. Another
/// scalar after an ordinary one can join it (an accent does), but between two ordinary scalars there is always a
/// boundary.
enum OrdinaryScalar {
  /// The number of bytes of the ordinary scalar at `offset`; 0 where another kind of scalar begins.
  @inline(__always)
  static func length(in bytes: Span<UInt8>, at offset: Int) -> Int {
    let lead = bytes[offset]
    if lead < 0x80 { return lead == 0x0D ? 0 : 1 }
    switch lead {
    case 0xC3...0xCB, 0xCE, 0xCF, 0xD0, 0xD1, 0xD3, 0xD4: return 2
    case 0xE4...0xE9, 0xEB, 0xEC: return 3
    case 0xE3: return isOrdinaryKana(bytes[offset + 1], bytes[offset + 2]) ? 3 : 0
    case 0xEA: return bytes[offset + 1] >= 0xB0 ? 3 : 0
    case 0xED: return bytes[offset + 1] <= 0x9D ? 3 : 0
    case 0xEF: return bytes[offset + 1] == 0xBC || bytes[offset + 1] == 0xBD ? 3 : 0
    default: return 0
    }
  }

  /// CJK punctuation and kana, except the voicing marks and the few symbols that can be emoji.
  private static func isOrdinaryKana(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    case 0x80: third <= 0xA9
    case 0x81, 0x83: true
    case 0x82: third != 0x99 && third != 0x9A
    default: false
    }
  }
}
