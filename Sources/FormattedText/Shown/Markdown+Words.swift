extension Markdown {
  /// The words of a text without its marks, with what is hidden in it covered.
  ///
  /// - Parameters:
  ///   - text: a text that may have some marks.
  ///   - elements: as for ``parse(_:elements:)``.
  ///   - limit: how many bytes are read of a longer text; more than a line has room for, if nothing is given.
  public static func words(_ text: String, elements: [Range<Int>] = [], upTo limit: Int = 4_096) -> String {
    guard text.utf8.count > limit else { return parse(text, elements: elements).map(words) ?? text }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    var beginning = text[..<end]
    // The sign behind them would be an escape, or no end of what is hidden.
    while let last = beginning.unicodeScalars.last, last == "|" || last == "\\" {
      beginning.unicodeScalars.removeLast()
    }
    let count = beginning.utf8.count
    // What is hidden may begin here and end further on.
    var shown = words(tree(beginning + "…||", elements: elements.filter { $0.upperBound <= count }))
    if shown.hasSuffix("…||") { shown.removeLast(2) }
    return shown
  }

  private static func words(_ tree: TextTree) -> String {
    var bytes: [UInt8] = []
    var hiddenUntil = 0
    var isFirst = true
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .spoiler: hiddenUntil = max(hiddenUntil, node.end)
      case .paragraph, .heading, .fence, .rule:
        if !isFirst { bytes.append(0x0A) }
        isFirst = false
        if node.kind == .rule { bytes += "──".utf8 }
      case .item: bytes += (isFirst ? "• " : "\n• ").utf8
      case .lineBreak: bytes.append(0x0A)
      case .words, .address, .escape, .element:
        // Nobody has asked to see them.
        let letters = index < hiddenUntil ? tree.bytes[node.content].count { $0 & 0xC0 != 0x80 } : 0
        if letters > 0 {
          bytes += String(repeating: "▒", count: letters).utf8
        } else {
          bytes += tree.bytes[node.content]
        }
      default: break
      }
      if node.kind == .item { isFirst = true }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The blocks of code in a text, without their marks.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - elements: as for ``parse(_:elements:)``.
  public static func codeBlocks(in text: String, elements: [Range<Int>] = []) -> [String] {
    guard let tree = parse(text, elements: elements) else { return [] }
    var blocks: [String] = []
    for (index, node) in tree.nodes.enumerated() {
      guard case .fence = node.kind else { continue }
      var bytes: [UInt8] = []
      for leaf in tree.nodes[(index + 1)..<node.end] where leaf.kind != .layout {
        bytes += tree.bytes[leaf.content]
      }
      blocks.append(String(decoding: bytes, as: UTF8.self))
    }
    return blocks
  }
}
