extension Markdown {
  /// The words of a text without its marks, with what is hidden in it covered.
  ///
  /// - Parameters:
  ///   - text: a text that may have some marks.
  ///   - elements: as for ``parse(_:elements:)``.
  ///   - limit: how many bytes are read of a longer text; more than a line has room for, if nothing is given.
  public static func words(_ text: String, elements: [Range<Int>] = [], upTo limit: Int = 4_096) -> String {
    unmarked(text, elements: elements, upTo: limit).text
  }

  /// The words of a text, with how they look.
  ///
  /// - Parameters:
  ///   - text: a text that may have some marks.
  ///   - elements: as for ``parse(_:elements:)``.
  ///   - limit: how many bytes are read of a longer text.
  public static func unmarked(
    _ text: String, elements: [Range<Int>] = [], upTo limit: Int = 4_096
  ) -> UnmarkedText {
    guard text.utf8.count > limit else {
      return parse(text, elements: elements).map(unmarked) ?? UnmarkedText(text)
    }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    var beginning = text[..<end]
    // The sign behind them would be an escape, or no end of what is hidden.
    while let last = beginning.unicodeScalars.last, last == "|" || last == "\\" {
      beginning.unicodeScalars.removeLast()
    }
    let count = beginning.utf8.count
    // What is hidden may begin here and end further on.
    var shown = unmarked(tree(beginning + "…||", elements: elements.filter { $0.upperBound <= count }))
    if shown.text.hasSuffix("…||") { shown = UnmarkedText(String(shown.text.dropLast(2)), shown.runs) }
    return shown
  }

  private static func unmarked(_ tree: TextTree) -> UnmarkedText {
    var bytes: [UInt8] = []
    var runs: [ShownText.Run] = []
    // The styles that the words are in, with the index behind the last node of each.
    var open: [(end: Int, look: ShownText.Look)] = []
    var hiddenUntil = 0
    var isFirst = true
    for (index, node) in tree.nodes.enumerated() {
      while let last = open.last, last.end <= index { open.removeLast() }
      if let look = node.kind.lookInLine { open.append((node.end, look)) }
      switch node.kind {
      case .spoiler: hiddenUntil = max(hiddenUntil, node.end)
      case .paragraph, .heading, .fence, .rule:
        if !isFirst { bytes.append(0x0A) }
        isFirst = false
        if node.kind == .rule { bytes += "──".utf8 }
      case .item: bytes += (isFirst ? "• " : "\n• ").utf8
      case .lineBreak: bytes.append(0x0A)
      case .words, .address, .escape, .element:
        let start = bytes.count
        defer {
          let look = open.reduce(into: ShownText.Look()) { $0.formUnion($1.look) }
          if !look.isEmpty, start < bytes.count {
            runs.append(ShownText.Run(range: start..<bytes.count, look: look, code: nil))
          }
        }
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
    return UnmarkedText(String(decoding: bytes, as: UTF8.self), runs)
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

extension TextNode.Kind {
  /// How words in it look where they stand in one line.
  fileprivate var lookInLine: ShownText.Look? {
    switch self {
    case .bold, .heading: .bold
    case .italic: .italic
    case .struck: .struck
    case .code, .fence: .code
    default: nil
    }
  }
}
