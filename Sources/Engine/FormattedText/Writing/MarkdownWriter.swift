/// Writes a tree as Markdown, with the necessary marks and backslashes.
///
/// Parsing the result gives the same tree, except that a style which Markdown cannot express in its place is dropped. Text is
/// never lost.
public struct MarkdownWriter {
  /// The result.
  public struct Text: Hashable, Sendable {
    /// The text with its marks, in UTF-8.
    public internal(set) var bytes: [UInt8] = []
    /// The byte range of each element.
    public internal(set) var elements: [Range<Int>] = []
  }

  private let tree: TextTree
  /// The tree's bytes, with elements replaced by 0xFF, which counts as a letter.
  private let masked: [UInt8]
  private var text = Text()
  private var prefix: [UInt8] = []

  /// Writes a tree as text.
  ///
  /// - Parameter tree: a tree parsed from Markdown or HTML.
  public static func text(_ tree: TextTree) -> Text {
    var writer = MarkdownWriter(tree: tree)
    writer.writeBlocks(0..<tree.nodes.count)
    return writer.text
  }

  private init(tree: TextTree) {
    self.tree = tree
    var masked = tree.bytes
    for node in tree.nodes {
      guard case .element = node.kind else { continue }
      for place in node.range { masked[place] = 0xFF }
    }
    self.masked = masked
  }

  private mutating func writeBlocks(_ siblings: Range<Int>) {
    var previous: TextNode.Kind?
    var sign: UInt8 = 0
    var numbers = 0..<0
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      let node = tree.nodes[index]
      defer { index = node.end }
      guard node.kind.isBlock else { continue }
      if let previous {
        if Self.needsEmptyLine(previous, node.kind) { emptyLine() }
        newline()
      }
      if case .list(let start) = node.kind {
        let usual = start == nil ? UInt8(ascii: "-") : UInt8(ascii: ".")
        // Consecutive lists must have different signs, unless their numbers separate them.
        let goesOn =
          start.map { $0 == numbers.upperBound || numbers.count == 1 && $0 == numbers.lowerBound } ?? true
        if sign != usual || goesOn {
          sign = sign == usual ? (start == nil ? UInt8(ascii: "*") : UInt8(ascii: ")")) : usual
        }
        let first = min(start ?? 0, 999)
        numbers =
          first..<first
          + writeList(index, sign: sign, indent: indent(ofListAt: index, before: siblings.upperBound))
      } else {
        sign = 0
        writeBlock(index)
      }
      previous = node.kind
    }
  }

  /// The indentation of a list's markers. It keeps a following paragraph that begins with blanks from becoming part of the last
  /// item.
  private func indent(ofListAt index: Int, before end: Int) -> Int {
    var lists = 0
    var next = index
    while next < end {
      let node = tree.nodes[next]
      switch node.kind {
      case .list: lists += 1
      case .paragraph:
        // One less for each list before the paragraph: a list is indented less than the block after it.
        return max(0, blanks(at: node.content) - lists)
      default: if node.kind.isBlock { return 0 }
      }
      next = node.end
    }
    return 0
  }

  /// The indentation of the text; a tab is four columns.
  private func blanks(at range: Range<Int>) -> Int {
    tree.bytes[range].prefix(while: \.isBlank).reduce(0) { $0 + ($1 == 0x09 ? 4 : 1) }
  }

  private static func needsEmptyLine(_ first: TextNode.Kind, _ second: TextNode.Kind) -> Bool {
    switch (first, second) {
    case (.table, _), (.paragraph, .table): true
    case (.paragraph, .paragraph), (.quote, _), (.paragraph, .rule), (.list, .rule): true
    case (.paragraph, .list(let start?)): start != 1
    default: false
    }
  }

  private mutating func emptyLine() {
    newline()
    while text.bytes.last == 0x20 { text.bytes.removeLast() }
  }

  private mutating func newline() {
    text.bytes.append(0x0A)
    text.bytes += prefix
  }

  private mutating func writeBlock(_ index: Int) {
    let node = tree.nodes[index]
    let inside = index + 1..<node.end
    switch node.kind {
    case .quote: within("> ", inside)
    case .item: writeBlocks(inside)
    case .rule: text.bytes += (isRule(Array("***".utf8)) ? "---" : "***").utf8
    case .fence(let language): writeFence(inside, language: tree.bytes[language])
    case .table(let rule): writeTable(index, TableLine.alignments(tree.bytes, rule) ?? [])
    case .heading(let level): writeWords(index, mark: String(repeating: "#", count: level) + " ")
    default: writeWords(index, mark: "")
    }
  }

  private mutating func within(_ mark: String, _ inside: Range<Int>, further: String? = nil) {
    let length = prefix.count
    text.bytes += mark.utf8
    prefix += (further ?? mark).utf8
    writeBlocks(inside)
    prefix.removeLast(prefix.count - length)
  }

  /// - Returns: the number of items.
  private mutating func writeList(_ index: Int, sign: UInt8, indent: Int) -> Int {
    let node = tree.nodes[index]
    var number: Int? = if case .list(let start) = node.kind { start } else { nil }
    var item = index + 1
    var count = 0
    while item < node.end {
      defer { item = tree.nodes[item].end }
      guard tree.nodes[item].kind == .item else { continue }
      if count > 0 { newline() }
      // Each marker may be indented by one more than the previous one, starting at three, within the list's indentation.
      let blanks = String(repeating: " ", count: min(indent, 3 + count))
      count += 1
      let mark = blanks + (number.map { "\(min($0, 999))" } ?? "") + String(UnicodeScalar(sign)) + " "
      number = number.map { $0 + 1 }
      within(mark, item + 1..<tree.nodes[item].end, further: String(repeating: " ", count: mark.utf8.count))
    }
    return count
  }

  private mutating func writeFence(_ inside: Range<Int>, language: ArraySlice<UInt8>) {
    var longest = 2
    for node in tree.nodes[inside] where node.kind == .words {
      var run = 0
      for byte in tree.bytes[node.content] {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = [UInt8](repeating: UInt8(ascii: "`"), count: longest + 1)
    text.bytes += fence + language
    newline()
    for node in tree.nodes[inside] {
      switch node.kind {
      case .lineBreak: newline()
      case .element: writeElement(node, to: &text)
      case .layout: break
      default: text.bytes += tree.bytes[node.content]
      }
    }
    newline()
    text.bytes += fence
  }

  private func writeElement(_ node: TextNode, to text: inout Text) {
    let start = text.bytes.count
    text.bytes += tree.bytes[node.content]
    text.elements.append(start..<text.bytes.count)
  }

  /// Writes the text of a block in the simplest form that parses to the same tree: with all of its styles if possible,
  /// otherwise without the one that cannot be written, otherwise without any.
  private mutating func writeWords(_ index: Int, mark: String) {
    let node = tree.nodes[index]
    let inside = index + 1..<node.end
    let styles = inside.filter { tree.nodes[$0].kind.isContainer }
    if add(inside, mark, isBare: true) || add(inside, mark) { return }
    let isShort = styles.count <= Self.mostTries && node.range.count <= Self.longestTry
    let spoilers = styles.filter { tree.nodes[$0].kind == .spoiler }
    let others = styles.filter { tree.nodes[$0].kind != .spoiler }
    if isShort { for style in others where add(inside, mark, unmarked: [style]) { return } }
    // Hidden text must stay hidden, even if all other styles are lost.
    if !spoilers.isEmpty, add(inside, mark, unmarked: Set(others)) { return }
    if isShort { for style in spoilers where add(inside, mark, unmarked: [style]) { return } }
    _ = add(inside, mark, unmarked: Set(styles), isSure: true)
  }

  /// Writes a table in the simplest form that parses to the same one: with as few backslashes and as many styles as possible. If
  /// there is no such form, the cells become paragraphs.
  private mutating func writeTable(_ index: Int, _ alignments: [TableLine.Alignment]) {
    let range = index..<tree.nodes[index].end
    let styles = Set(range.filter { tree.nodes[$0].kind.isInlineStyle })
    let spoilers = styles.filter { tree.nodes[$0].kind == .spoiler }
    var forms: [(isBare: Bool, unmarked: Set<Int>)] = [(true, []), (false, [])]
    if !styles.isEmpty { forms.append((false, styles.subtracting(spoilers))) }
    for form in forms {
      let table = table(range, alignments, isBare: form.isBare, unmarked: form.unmarked)
      let read = Markdown.tree(
        String(decoding: table.text.bytes, as: UTF8.self), elements: table.text.elements)
      guard
        read.meaning
          == tree.meaning(of: range, elementsFrom: text.elements.count, without: table.unmarked)
      else { continue }
      return add(table.text)
    }
    var isFirst = true
    for cell in range where tree.nodes[cell].kind == .cell && tree.nodes[cell].end > cell + 1 {
      if !isFirst {
        emptyLine()
        newline()
      }
      isFirst = false
      writeWords(cell, mark: "")
    }
  }

  private func table(
    _ range: Range<Int>, _ alignments: [TableLine.Alignment], isBare: Bool, unmarked: Set<Int>
  ) -> (text: Text, unmarked: Set<Int>) {
    var text = Text(bytes: Array("|".utf8))
    var unmarked = unmarked
    var rows = 0
    func endRow() {
      rows += 1
      if rows == 1 { text.bytes += [0x0A] + TableLine.rule(alignments) }
    }
    var index = range.lowerBound + 1
    while index < range.upperBound {
      let node = tree.nodes[index]
      defer { index = node.end }
      if node.kind == .lineBreak {
        endRow()
        text.bytes += "\n|".utf8
      }
      guard node.kind == .cell else { continue }
      var cell = BlockWriter(tree, masked, block: node.content, isBare: isBare, unmarked: unmarked)
      cell.write(index + 1..<node.end)
      unmarked.formUnion(cell.unmarked)
      let start = text.bytes.count + 1
      text.bytes += [0x20] + cell.text.bytes + Array(" |".utf8)
      text.elements += cell.text.elements.map { $0.lowerBound + start..<$0.upperBound + start }
    }
    endRow()
    return (text, unmarked)
  }

  private static let mostTries = 16
  private static let longestTry = 4_096

  /// Adds the text of a block if it parses to the same tree.
  private mutating func add(
    _ inside: Range<Int>, _ mark: String, isBare: Bool = false, unmarked: Set<Int> = [], isSure: Bool = false
  ) -> Bool {
    let index = inside.lowerBound - 1
    var block = BlockWriter(
      tree, masked, block: tree.nodes[index].content, isBare: isBare, unmarked: unmarked)
    block.text.bytes += mark.utf8
    block.write(inside)
    if !isSure {
      if isRule(block.text.bytes) { return false }
      let read = Markdown.tree(
        String(decoding: block.text.bytes, as: UTF8.self), elements: block.text.elements)
      var meant = tree.meaning(
        of: index..<tree.nodes[index].end, elementsFrom: text.elements.count, without: block.unmarked)
      // A cell of a table that cannot be written becomes a paragraph.
      if meant.first == .begin(.cell) { meant[0] = .begin(.paragraph) }
      guard read.meaning == meant else { return false }
    }
    add(block.text)
    return true
  }

  /// Whether a block, together with the list markers before it in its line, would be parsed as a rule.
  private func isRule(_ block: [UInt8]) -> Bool {
    var start = text.bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    if let quote = text.bytes[start...].lastIndex(of: UInt8(ascii: ">")) { start = quote + 1 }
    let marks = text.bytes[start...].drop(while: \.isBlank)
    guard !marks.isEmpty else { return false }
    let line = marks + block.prefix { $0 != 0x0A }
    return BlockLine(bytes: Array(line), place: 0, end: line.count).ruleSign != nil
  }

  /// Adds a block, with the prefix of each of its lines.
  private mutating func add(_ block: Text) {
    var element = 0
    for (place, byte) in block.bytes.enumerated() {
      while element < block.elements.count, block.elements[element].lowerBound == place {
        let start = text.bytes.count
        text.elements.append(start..<start + block.elements[element].count)
        element += 1
      }
      if byte == 0x0A { newline() } else { text.bytes.append(byte) }
    }
  }
}

extension MarkdownWriter {
  /// Escapes plain text so that it is displayed unchanged, even if it contains marks.
  ///
  /// - Parameters:
  ///   - words: plain text, without formatting.
  ///   - elements: the byte ranges of mentions, channels and links, in order and without overlaps.
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
    // A longer text would not be parsed, and would show its backslashes.
    return block.text.bytes.count <= Markdown.longest ? block.text : plain
  }

  /// The text without its backslashes, if they are its only marks; nil if there are others, or none.
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
