/// A text without its marks, and its styles, for display in one line.
public struct UnmarkedText: Hashable, Sendable {
  /// The text.
  public let text: String
  /// The ranges that are not plain, in order and without overlaps.
  public let runs: [ShownText.Run]

  /// - Parameters:
  ///   - text: the text.
  ///   - runs: the ranges that are not plain; parts beyond the end of the text are removed.
  public init(_ text: String, _ runs: [ShownText.Run] = []) {
    self.text = text
    let all = 0..<text.utf8.count
    self.runs = runs.compactMap { run in
      let range = run.range.clamped(to: all)
      return range.isEmpty ? nil : ShownText.Run(range: range, look: run.look, code: run.code)
    }
  }
}

extension Markdown {
  /// The text without its marks; hidden text is masked.
  ///
  /// - Parameters:
  ///   - text: a text that may contain marks.
  ///   - elements: as for ``parse(_:elements:)``.
  ///   - limit: how many bytes of a longer text are read; by default more than fit in a line.
  public static func words(_ text: String, elements: [Range<Int>] = [], upTo limit: Int = 4_096) -> String {
    unmarked(text, elements: elements, upTo: limit).text
  }

  /// The text without its marks, with its styles.
  ///
  /// - Parameters:
  ///   - text: a text that may contain marks.
  ///   - elements: as for ``parse(_:elements:)``.
  ///   - limit: how many bytes of a longer text are read.
  public static func unmarked(
    _ text: String, elements: [Range<Int>] = [], upTo limit: Int = 4_096
  ) -> UnmarkedText {
    guard text.utf8.count > limit else {
      return parse(text, elements: elements).map(unmarked) ?? UnmarkedText(text)
    }
    var end = text.utf8.index(text.startIndex, offsetBy: limit)
    while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
    var beginning = text[..<end]
    // A cut after these signs could leave an escape, or prevent the end mark of hidden text.
    while let last = beginning.unicodeScalars.last, last == "|" || last == "\\" {
      beginning.unicodeScalars.removeLast()
    }
    let count = beginning.utf8.count
    // Hidden text may begin before the cut and end after it, so it is closed here.
    var shown = unmarked(tree(beginning + "…||", elements: elements.filter { $0.upperBound <= count }))
    if shown.text.hasSuffix("…||") { shown = UnmarkedText(String(shown.text.dropLast(2)), shown.runs) }
    return shown
  }

  private static func unmarked(_ tree: TextTree) -> UnmarkedText {
    var bytes: [UInt8] = []
    var runs: [ShownText.Run] = []
    // The open styles, each with the index after its last node.
    var open: [(end: Int, look: ShownText.Look)] = []
    var hiddenUntil = 0
    var isFirst = true
    var isFirstCell = true
    for (index, node) in tree.nodes.enumerated() {
      while let last = open.last, last.end <= index { open.removeLast() }
      let look = node.kind.look.intersection([.bold, .italic, .struck, .code])
      if !look.isEmpty { open.append((node.end, look)) }
      switch node.kind {
      case .spoiler: hiddenUntil = max(hiddenUntil, node.end)
      case .cell:
        if !isFirstCell { bytes += " │ ".utf8 }
        isFirstCell = false
      case .paragraph, .heading, .fence, .rule, .table:
        isFirstCell = true
        if !isFirst { bytes.append(0x0A) }
        isFirst = false
        if node.kind == .rule { bytes += "──".utf8 }
      case .item: bytes += (isFirst ? "• " : "\n• ").utf8
      case .lineBreak:
        bytes.append(0x0A)
        isFirstCell = true
      case .words, .address, .escape, .element:
        let start = bytes.count
        defer {
          let look = open.reduce(into: ShownText.Look()) { $0.formUnion($1.look) }
          if !look.isEmpty, start < bytes.count {
            runs.append(ShownText.Run(range: start..<bytes.count, look: look, code: nil))
          }
        }
        // Hidden text is masked here, because there is no way to reveal it.
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
