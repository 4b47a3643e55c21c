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
    let bytes = Array(text.utf8)
    guard bytes.count <= longest, mayHoldMarks(bytes) else { return nil }
    var parser = BlockParser(bytes, elements: elements)
    return parser.parse()
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

extension Markdown {
  /// Whether a text may contain marks. False only for texts that consist of words, line ends and addresses.
  private static func mayHoldMarks(_ bytes: [UInt8]) -> Bool {
    beginsBlock(bytes, at: 0) || bytes.indices.contains { isMark(bytes, at: $0) }
  }

  private static func isMark(_ bytes: [UInt8], at place: Int) -> Bool {
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
    case 0x0A:
      return beginsBlock(bytes, at: place + 1)
        || TableLine.isRule(bytes, at: place + 1, before: bytes.count)
    default: return false
    }
  }

  /// Whether a line here may begin a block other than a paragraph.
  private static func beginsBlock(_ bytes: [UInt8], at start: Int) -> Bool {
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
