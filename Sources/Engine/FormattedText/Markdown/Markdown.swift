/// Text with marks, as people type it: `**bold**`, `> quote`, lists, code.
///
/// A subset of CommonMark with `~~struck~~` and `||spoiler||`. What is not formatted is words: there is no wrong text.
public enum Markdown {
  /// Longer texts are plain. No event of Matrix holds more.
  public static let longest = 65_536

  /// What a text says.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - elements: the bytes of mentions, channels and links, in order and apart; no mark begins or ends in them.
  /// - Returns: nil if nothing in the text has to do with marks. That is found out with a look at each byte.
  public static func parse(_ text: String, elements: [Range<Int>] = []) -> TextTree? {
    var text = text
    let isPlain = text.withUTF8 { $0.count > longest || !MarkScan.mayHoldMarks($0) }
    return isPlain ? nil : tree(text, elements: elements)
  }

  /// The tree of a text, plain or not.
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
