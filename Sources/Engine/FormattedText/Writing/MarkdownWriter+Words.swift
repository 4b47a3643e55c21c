extension MarkdownWriter {
  /// Words as text that shows just these, whatever marks they seem to have.
  ///
  /// - Parameters:
  ///   - words: what somebody said who means no marks.
  ///   - elements: the bytes of mentions, channels and links, in order and apart.
  public static func text(showing words: String, elements: [Range<Int>] = []) -> Text {
    let plain = Text(bytes: Array(words.utf8), elements: elements)
    guard let tree = Markdown.parse(words, elements: elements), tree.isFormatted else { return plain }
    var block = BlockWriter(TextTree(bytes: plain.bytes), [], block: 0..<0, isBare: false)
    var place = 0
    for element in elements {
      block.lines(plain.bytes[place..<element.lowerBound])
      block.element(plain.bytes[element])
      place = element.upperBound
    }
    block.lines(plain.bytes[place...])
    // A longer one would be plain, backslashes and all.
    return block.text.bytes.count <= Markdown.longest ? block.text : plain
  }

  /// The words of a text whose only marks are backslashes, without these; nil if there are others, or none.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - elements: as for ``Markdown/parse(_:elements:)``.
  public static func words(ofUnstyled text: String, elements: [Range<Int>] = []) -> Text? {
    guard let tree = Markdown.parse(text, elements: elements), tree.isFormatted, !tree.isStyled else {
      return nil
    }
    var words = Text()
    var place = 0
    for node in tree.nodes {
      switch node.kind {
      case .escape:
        words.bytes += tree.bytes[place..<node.range.lowerBound]
        place = node.content.lowerBound
      case .element:
        let start = words.bytes.count + node.range.lowerBound - place
        words.elements.append(start..<start + node.range.count)
      default: break
      }
    }
    words.bytes += tree.bytes[place...]
    return words
  }
}
