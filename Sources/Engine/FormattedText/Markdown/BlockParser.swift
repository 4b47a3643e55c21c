/// Parses lines into blocks, one line after the other.
struct BlockParser {
  private enum Container {
    case quote
    case list(sign: UInt8, Numbering?)
    /// - Parameters:
    ///   - least: the minimum indentation of a line that still belongs to the item.
    ///   - width: the indentation that is removed from the line.
    case item(least: Int, width: Int)
  }

  /// The typed numbers of a list.
  private struct Numbering {
    let start: Int
    var count = 1
    /// Whether all numbers are the same, which leaves the numbering to the program.
    var isConstant = true

    /// Whether a number continues the list. Any other number begins a new list, so that it is shown as typed.
    func goesOn(with number: Int) -> Bool { number == start + count || isConstant && number == start }
  }

  private enum Leaf {
    case paragraph(start: Int, breaks: [InlineParser.LineBreak])
    case fence(node: Int, BlockLine.Fence, isEmpty: Bool)
    /// The header, the line below it, and rows.
    case table(lines: [Range<Int>])
  }

  static let deepestQuote = 8
  static let deepestList = 8

  private let bytes: [UInt8]
  private var tree: TextTree
  private var inlines: InlineParser
  private var open: [(container: Container, node: Int)] = []
  private var leaf: Leaf?
  /// Blanks and markers between blocks, kept until it is known which blocks continue.
  private var pending: [(kind: TextNode.Kind, range: Range<Int>)] = []
  private var newline: Range<Int>?
  private var isAfterBlank = true
  /// The end of the last line that is not empty.
  private var contentEnd = 0

  /// The number of steps taken, for tests.
  var steps: Int { inlines.steps }

  init(_ text: [UInt8], elements: [Range<Int>]) {
    var masked = text
    // A byte that is no mark, no line end and no part of an address replaces each byte of an element.
    for element in elements { for place in element { masked[place] = 0xFF } }
    bytes = masked
    tree = TextTree(bytes: text)
    inlines = InlineParser(masked, elements: elements)
  }

  mutating func parse() -> TextTree {
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      add(start..<end)
      newline = end < bytes.count ? end..<end + 1 : nil
      start = end + 1
    }
    // The last line of an unclosed code block may be empty.
    if newline != nil, case .fence = leaf {
      add(bytes.count..<bytes.count)
      newline = nil
    }
    closeLeaf()
    closeContainers(to: 0)
    for (kind, range) in pending { tree.leaf(kind, range) }
    if let newline { tree.leaf(isAfterBlank ? .emptyLine : .layout, newline) }
    return tree
  }

  private mutating func add(_ range: Range<Int>) {
    var line = BlockLine(bytes: bytes, place: range.lowerBound, end: range.upperBound)
    var matched = match(&line)
    if matched == open.count, case .fence(let node, let fence, let isEmpty) = leaf {
      addCode(line, from: range.lowerBound, to: node, fence, isEmpty)
      return
    }
    if line.isBlank {
      closeLeaf()
      if matched < open.count { closeContainers(to: matched) }
      if let newline { pending.append((isAfterBlank ? .emptyLine : .layout, newline)) }
      if !range.isEmpty { pending.append((.layout, range)) }
      isAfterBlank = true
      return
    }
    let isAfterParagraph = if case .paragraph = leaf { true } else { false }
    if matched > 0, case .list = open[matched - 1].container,
      line.listMark.map({ goesOn(open[matched - 1].container, with: $0) }) != true
        || isRule(line, isAfterParagraph)
    {
      matched -= 1
    }
    if matched < open.count {
      closeLeaf()
      closeContainers(to: matched)
    }
    var isPlaced = false
    while beginsContainer(line, isAfterParagraph: isAfterParagraph) {
      if !isPlaced { place(line, from: range.lowerBound) }
      isPlaced = true
      openContainer(&line)
    }
    addLeaf(line, from: range.lowerBound, isPlaced: isPlaced, isAfterParagraph: isAfterParagraph)
    contentEnd = range.upperBound
    isAfterBlank = false
  }

  /// Skips the markers of the open blocks, and returns how many blocks the line continues.
  private func match(_ line: inout BlockLine) -> Int {
    var matched = 0
    for (container, _) in open {
      switch container {
      case .quote:
        guard let end = line.endOfQuoteMark(isOpen: true) else { return matched }
        line.place = end
      case .list: break
      case .item(let least, let width):
        if !line.isBlank, line.indent < least { return matched }
        line.skipBlanks(atMost: width)
      }
      matched += 1
    }
    return matched
  }

  private func isRule(_ line: BlockLine, _ isAfterParagraph: Bool) -> Bool {
    guard let sign = line.ruleSign else { return false }
    return sign != UInt8(ascii: "-") || !isAfterParagraph
  }

  private func beginsContainer(_ line: BlockLine, isAfterParagraph: Bool) -> Bool {
    if line.endOfQuoteMark(isOpen: false) != nil { return quotes < Self.deepestQuote }
    guard let mark = line.listMark, !isRule(line, isAfterParagraph) else { return false }
    if isOpen(mark) { return true }
    guard lists < Self.deepestList else { return false }
    // Inside a paragraph, a number other than 1 does not begin a list.
    if case .paragraph = leaf, let number = mark.number, number != 1 { return false }
    return line.indent <= 3 || lists > 0
  }

  /// Whether the list that the marker belongs to is the innermost block.
  private func isOpen(_ mark: BlockLine.ListMark) -> Bool {
    open.last.map { goesOn($0.container, with: mark) } ?? false
  }

  private func goesOn(_ container: Container, with mark: BlockLine.ListMark) -> Bool {
    guard case .list(let sign, let numbering) = container, sign == mark.sign else { return false }
    guard let numbering, let number = mark.number else { return true }
    return numbering.goesOn(with: number)
  }

  private var quotes: Int { open.count { if case .quote = $0.container { true } else { false } } }
  private var lists: Int { open.count { if case .list = $0.container { true } else { false } } }

  private mutating func openContainer(_ line: inout BlockLine) {
    let start = line.place
    if let end = line.endOfQuoteMark(isOpen: false) {
      open.append((.quote, tree.open(.quote, start..<end, content: end..<end)))
      line.place = end
      return
    }
    guard let mark = line.listMark else { return }
    let indent = line.indent
    if isOpen(mark) {
      count(mark)
    } else {
      let node = tree.open(.list(start: mark.number), start..<start, content: start..<start)
      open.append((.list(sign: mark.sign, mark.number.map { Numbering(start: $0) }), node))
    }
    let item = Container.item(least: indent + 2, width: indent + mark.content - mark.range.lowerBound)
    open.append((item, tree.open(.item, start..<mark.content, content: mark.content..<mark.content)))
    line.place = mark.content
  }

  /// Counts another item of the innermost list.
  private mutating func count(_ mark: BlockLine.ListMark) {
    guard let last = open.indices.last, case .list(let sign, var numbering?) = open[last].container else {
      return
    }
    numbering.count += 1
    numbering.isConstant = numbering.isConstant && mark.number == numbering.start
    open[last].container = .list(sign: sign, numbering)
  }

  private mutating func addLeaf(_ line: BlockLine, from start: Int, isPlaced: Bool, isAfterParagraph: Bool) {
    let isRule = isRule(line, isAfterParagraph && !isPlaced)
    let fence = line.fence
    let heading = line.heading
    if !isRule, fence == nil, heading == nil, !isPlaced, addToTable(line) { return }
    if !isRule, fence == nil, heading == nil, !isPlaced, case .paragraph(let first, var breaks) = leaf,
      let newline
    {
      leaf = nil
      breaks.append(InlineParser.LineBreak(newline: newline.lowerBound, next: line.place))
      leaf = .paragraph(start: first, breaks: breaks)
      return
    }
    if !isPlaced { place(line, from: start) }
    let range = line.place..<line.end
    if isRule {
      tree.leaf(.rule, range)
    } else if let fence {
      let node = tree.open(.fence(language: fence.language), range, content: line.end..<line.end)
      leaf = .fence(node: node, fence, isEmpty: true)
    } else if let heading {
      let node = tree.open(.heading(level: heading.level), range, content: heading.content)
      inlines.add(heading.content, to: &tree)
      tree.close(node)
    } else {
      leaf = .paragraph(start: line.place, breaks: [])
    }
  }

  /// Adds a line to a table, or begins one with the line before it as the header.
  ///
  /// - Returns: false if the line belongs to no table.
  private mutating func addToTable(_ line: BlockLine) -> Bool {
    let range = line.place..<line.end
    switch leaf {
    case .table(var lines):
      guard !TableLine(bytes, range).cells.isEmpty else { return false }
      // Cleared first, so that appending does not copy the lines.
      leaf = nil
      lines.append(range)
      leaf = .table(lines: lines)
      return true
    case .paragraph(let first, let breaks):
      guard let newline, let alignments = TableLine.alignments(bytes, range) else { return false }
      let header = (breaks.last?.next ?? first)..<newline.lowerBound
      guard TableLine(bytes, header).cells.count == alignments.count else { return false }
      if let last = breaks.last {
        addParagraph(first..<last.newline, Array(breaks.dropLast()))
        tree.leaf(.layout, last.newline..<last.next)
      }
      leaf = .table(lines: [header, range])
      return true
    case .fence, nil: return false
    }
  }

  private mutating func addParagraph(_ range: Range<Int>, _ breaks: [InlineParser.LineBreak]) {
    let node = tree.open(.paragraph, range, content: range)
    inlines.add(range, breaks: breaks, to: &tree)
    tree.close(node)
  }

  private mutating func addTable(_ lines: [Range<Int>]) {
    let range = lines[0].lowerBound..<lines[lines.count - 1].upperBound
    let table = tree.open(.table(rule: lines[1]), range, content: range)
    for (index, line) in lines.enumerated() {
      if index > 0 {
        let newline = lines[index - 1].upperBound
        tree.leaf(index == 1 ? .layout : .lineBreak, newline..<newline + 1)
        tree.leaf(.layout, newline + 1..<line.lowerBound)
      }
      guard index != 1 else {
        tree.leaf(.layout, line)
        continue
      }
      var place = line.lowerBound
      for cell in TableLine(bytes, line).cells {
        tree.leaf(.layout, place..<cell.lowerBound)
        let node = tree.open(.cell, cell, content: cell)
        inlines.add(cell, to: &tree)
        tree.close(node)
        place = cell.upperBound
      }
      tree.leaf(.layout, place..<line.upperBound)
    }
    tree.close(table)
  }

  /// Ends the text before a line that begins a block, and adds the layout between them.
  private mutating func place(_ line: BlockLine, from start: Int) {
    closeLeaf()
    for (kind, range) in pending { tree.leaf(kind, range) }
    pending.removeAll(keepingCapacity: true)
    if let newline { tree.leaf(isAfterBlank ? .emptyLine : .layout, newline) }
    tree.leaf(.layout, start..<line.place)
  }

  private mutating func addCode(
    _ line: BlockLine, from start: Int, to node: Int, _ fence: BlockLine.Fence, _ isEmpty: Bool
  ) {
    var line = line
    contentEnd = line.end
    isAfterBlank = false
    if line.closes(fence) {
      tree.close(node)
      tree.nodes[node].range = tree.nodes[node].range.lowerBound..<line.end
      leaf = nil
      return
    }
    if let newline {
      if isEmpty {
        tree.nodes[node].content = newline.upperBound..<newline.upperBound
      } else {
        tree.leaf(.lineBreak, newline)
      }
    }
    line.skipBlanks(atMost: fence.indent)
    tree.leaf(.layout, start..<line.place)
    inlines.addCode(line.place..<line.end, to: &tree)
    tree.nodes[node].content = tree.nodes[node].content.lowerBound..<line.end
    leaf = .fence(node: node, fence, isEmpty: false)
  }

  private mutating func closeLeaf() {
    switch leaf {
    case nil: return
    case .paragraph(let start, let breaks):
      addParagraph(start..<contentEnd, breaks)
    case .table(let lines): addTable(lines)
    case .fence(let node, _, _):
      tree.nodes[node].range = tree.nodes[node].range.lowerBound..<contentEnd
      tree.close(node)
    }
    leaf = nil
  }

  private mutating func closeContainers(to count: Int) {
    while open.count > count, let last = open.popLast() {
      tree.nodes[last.node].range = tree.nodes[last.node].range.lowerBound..<contentEnd
      tree.nodes[last.node].content = tree.nodes[last.node].content.lowerBound..<contentEnd
      tree.close(last.node)
    }
  }
}
