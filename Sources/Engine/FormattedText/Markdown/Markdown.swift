/// Parses formatted text as users type it: `**bold**`, `> quote`, lists, code.
///
/// A subset of CommonMark with `~~struck~~` and `||spoiler||`. Every text is valid; whatever is not formatting is plain text.
public enum Markdown {
  /// Longer texts are not formatted. No Matrix event can contain a longer one.
  public static let longest = 65_536

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - elements: the byte ranges of mentions, channels and links, in order and without overlaps; no mark begins or ends in
  ///     them.
  /// - Returns: nil if the text contains no marks, which a scan of its bytes detects.
  public static func parse(_ text: String, elements: [Range<Int>] = []) -> TextTree? {
    var text = text
    let isPlain = text.withUTF8 { $0.count > longest || !MarkScan.mayHoldMarks($0) }
    return isPlain ? nil : tree(text, elements: elements)
  }

  /// The tree of a text, with or without formatting.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - elements: as for ``parse(_:elements:)``.
  public static func tree(_ text: String, elements: [Range<Int>] = []) -> TextTree {
    let bytes = Array(text.utf8)
    guard bytes.count <= longest else {
      var tree = TextTree(bytes: bytes)
      var words = InlineParser(bytes, elements: elements)
      let node = tree.open(.paragraph, bytes.indices, content: bytes.indices)
      words.addCode(bytes.indices, to: &tree)
      tree.close(node)
      return tree
    }
    var parser = BlockParser(bytes, elements: elements)
    return parser.parse()
  }
}

/// Checks whether a text may contain marks: one pass over the bytes, so that plain text costs almost nothing.
enum MarkScan {
  /// False only for texts that consist of words, line ends and addresses.
  static func mayHoldMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if beginsBlock(bytes, at: 0) { return true }
    let raw = UnsafeRawBufferPointer(bytes)
    var place = 0
    // Eight bytes at a time: most messages contain no marks.
    while place + 8 <= bytes.count {
      if mayHoldSigns(raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)) {
        for index in place..<place + 8 where isMark(bytes, at: index) { return true }
      }
      place += 8
    }
    while place < bytes.count {
      if isMark(bytes, at: place) { return true }
      place += 1
    }
    return false
  }

  /// Whether one of eight bytes may be a mark or a line end. Signs that differ in one or two bits are searched together, which
  /// also matches some others.
  private static func mayHoldSigns(_ bytes: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }
    // \ ] ^ _, then `, then * and LF, then < > | ~
    let signs =
      zeros((bytes | ones &* 0x03) ^ ones &* 0x5F) | zeros(bytes ^ ones &* 0x60)
      | zeros((bytes & ~(ones &* 0x20)) ^ ones &* 0x0A) | zeros((bytes & ~(ones &* 0x42)) ^ ones &* 0x3C)
    return signs & (ones &* 0x80) != 0
  }

  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    func next(_ distance: Int = 1) -> UInt8 { place + distance < bytes.count ? bytes[place + distance] : 0 }
    switch bytes[place] {
    case UInt8(ascii: "`"), UInt8(ascii: "*"): return true
    case UInt8(ascii: "\\"): return InlineParser.canBeEscaped(next())
    case UInt8(ascii: "~"), UInt8(ascii: "|"): return next() == bytes[place]
    case UInt8(ascii: "]"): return next() == UInt8(ascii: "(")
    case UInt8(ascii: "<"): return next() | 0x20 == UInt8(ascii: "h")
    case UInt8(ascii: "_"):
      // Inside a word it is never a mark.
      guard place > 0 else { return true }
      let before = bytes[place - 1]
      let after = next()
      return !(before.isLetter || before.isDigit) || !(after.isLetter || after.isDigit)
    case 0x0A: return beginsBlock(bytes, at: place + 1)
    default: return false
    }
  }

  /// Whether a line here may begin a block other than a paragraph.
  private static func beginsBlock(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var place = start
    while place < bytes.count, bytes[place].isBlank { place += 1 }
    guard place + 1 < bytes.count else { return false }
    let next = bytes[place + 1]
    switch bytes[place] {
    case UInt8(ascii: "#"): return next == UInt8(ascii: "#") || next.isBlank
    case UInt8(ascii: ">"), UInt8(ascii: "+"): return next.isBlank
    case UInt8(ascii: "-"): return next.isBlank || next == UInt8(ascii: "-")
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while place < bytes.count, bytes[place].isDigit, place - start < 8 { place += 1 }
      return place < bytes.count && (bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ")"))
    default: return false
    }
  }
}
