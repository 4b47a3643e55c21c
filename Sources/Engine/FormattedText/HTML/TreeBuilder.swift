/// Builds a valid tree from text and blocks, in whatever order and nesting they arrive.
///
/// A node is created with its first word, so that no node is empty and no style begins or ends with a blank.
struct TreeBuilder {
  var tree = TextTree()
  /// The open container blocks; a numbered list stores the number of its next item.
  var blocks: [(kind: TextNode.Kind, node: Int)] = []
  /// The open block that contains text.
  var leaf: Int?
  private var isFence = false
  /// The open table, which is the leaf.
  var table: OpenTable?
  /// The kind of the next text block, if it is not a paragraph.
  private var heading: TextNode.Kind?
  /// The styles of the next word, and those of them that already have a node.
  private var styles: [TextNode.Kind] = []
  private var styled: [(kind: TextNode.Kind, node: Int)] = []
  private var link: (address: String, start: Int?)?
  /// The address of each element.
  private(set) var addresses: [String] = []
  /// The number of line ends before the next word; those in a block of code are in `gap`.
  var breaks = 0
  /// The blanks, or the superscript mark, before the next word: at most one blank, except in code.
  var gap: [Unicode.Scalar] = []
  /// Whether the text so far ends with hidden text.
  private var isBesideHidden = false

  /// Whether the next text is hidden.
  var isHidden: Bool { styles.contains(.spoiler) }

  /// The number of open blocks.
  var depth: Int { blocks.count }

  mutating func add(_ text: String, isVerbatim: Bool) {
    let isCode = styles.contains(.code)
    for scalar in text.unicodeScalars {
      // Next to a blank, a style's mark would not be a mark, and hidden text would become visible.
      let isBlank = isVerbatim ? scalar.isUnbroken : !styles.isEmpty && Neighbour(scalar) == .blank
      if scalar.value > 0x20, !scalar.isControl, !isBlank {
        if isBesideHidden { separate(from: scalar) }
        prepare()
        append(scalar)
        extendWords()
      } else if isVerbatim {
        addVerbatim(blank: scalar)
      } else if leaf != nil, breaks == 0, !isAtStartOfCell {
        add(blank: scalar, isCode: isCode)
      }
    }
  }

  private mutating func add(blank: Unicode.Scalar, isCode: Bool) {
    if blank.isHTMLBlank || isCode && blank.isUnbroken {
      if gap.last != " " || styled.last?.kind == .code { gap.append(" ") }
    } else if !blank.isControl {
      gap.append(blank)
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      tree.bytes.append(UInt8(scalar.value))
    } else {
      tree.bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    }
  }

  private mutating func addVerbatim(blank: Unicode.Scalar) {
    switch blank {
    // The first line end belongs to the tag, and the last ones are dropped.
    case "\n": if leaf == nil { gap.removeAll(keepingCapacity: true) } else { gap.append("\n") }
    case "\t": gap.append("\t")
    case " ", "\u{A0}": gap.append(" ")
    default: break
    }
  }

  /// Adds the last scalar to the current text node, or to a new one.
  private mutating func extendWords() {
    guard link?.start == nil else { return }
    let end = tree.bytes.count
    if let last = tree.nodes.indices.last, tree.nodes[last].kind == .words, tree.nodes[last].end == last + 1,
      tree.nodes[last].range.upperBound == end - width(ofLastScalar: end), canExtend(last)
    {
      tree.nodes[last].range = tree.nodes[last].range.lowerBound..<end
      tree.nodes[last].content = tree.nodes[last].range
    } else {
      tree.leaf(.words, end - width(ofLastScalar: end)..<end)
    }
  }

  /// Whether the node is in the innermost open node.
  private func canExtend(_ node: Int) -> Bool { node > closedAt }

  var closedAt = -1

  private func width(ofLastScalar end: Int) -> Int {
    var start = end - 1
    while start > 0, tree.bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return end - start
  }

  /// Opens the nodes that the next word needs, and adds the blanks before it.
  private mutating func prepare() {
    // Code keeps its lines, but an element has only one line.
    if isFence, gap.contains("\n") { flushLink() }
    if link?.start != nil {
      for scalar in gap { append(scalar) }
      gap.removeAll(keepingCapacity: true)
      return
    }
    // An empty line ends the paragraph, and text between the cells ends the table.
    if breaks > 1 || table != nil && table?.cell == nil { closeLeaf() }
    if leaf == nil { openLeaf() }
    // A heading has only one line.
    if breaks > 0, !isAtStartOfCell { gap = [tree.nodes[leaf ?? 0].kind == .paragraph ? "\n" : " "] }
    breaks = 0
    if !gap.isEmpty { addGap() }
    if !isFence { for style in styles.dropFirst(styled.count) { openStyle(style) } }
    if let link {
      self.link = (link.address, tree.bytes.count)
    }
  }

  private mutating func addGap() {
    for scalar in gap {
      append(scalar)
      if scalar == "\n" {
        tree.leaf(.lineBreak, tree.bytes.count - 1..<tree.bytes.count)
        closedAt = tree.nodes.count - 1
      } else {
        extendWords()
      }
    }
    gap.removeAll(keepingCapacity: true)
  }

  private mutating func openLeaf() {
    if case .list = blocks.last?.kind { _ = open(.item) }
    let place = tree.bytes.count
    let node = tree.open(heading ?? .paragraph, place..<place, content: place..<place)
    leaf = node
  }

  private mutating func openStyle(_ kind: TextNode.Kind) {
    let place = tree.bytes.count
    styled.append((kind, tree.open(kind, place..<place, content: place..<place)))
  }

  mutating func close(_ node: Int) {
    let end = tree.bytes.count
    tree.nodes[node].range = tree.nodes[node].range.lowerBound..<end
    tree.nodes[node].content = tree.nodes[node].content.lowerBound..<end
    tree.close(node)
    closedAt = tree.nodes.count - 1
  }

  mutating func closeStyles(to count: Int) {
    while styled.count > count, let last = styled.popLast() { close(last.node) }
  }

  mutating func closeLeaf() {
    flushLink()
    closeStyles(to: 0)
    if table != nil {
      endTable()
    } else if let leaf {
      close(leaf)
      dropIfBlank(leaf)
    }
    leaf = nil
    isFence = false
    breaks = 0
    gap.removeAll(keepingCapacity: true)
  }

  /// Removes a block that contains only blanks: editors add one to keep an empty line visible.
  private mutating func dropIfBlank(_ leaf: Int) {
    guard tree.nodes.count == leaf + 2, let words = tree.nodes.last, words.kind == .words,
      tree.bytes[words.range].allSatisfy({ $0 == 0x20 || $0 == 0xC2 || $0 == 0xA0 })
    else { return }
    tree.nodes.removeLast(2)
    tree.bytes.removeSubrange(words.range)
    closedAt = tree.nodes.count - 1
  }
}

extension TreeBuilder {
  /// Ends a line; a second line end in a row ends the paragraph.
  mutating func lineBreak() {
    guard leaf != nil else { return }
    if link != nil { gap = [" "] } else { breaks += 1 }
  }

  /// Ends a line, unless it is empty.
  mutating func endLine() {
    guard leaf != nil else { return }
    if !isFence {
      if breaks == 0 { lineBreak() }
    } else if gap.last != "\n" {
      gap.append("\n")
    }
  }

  /// Begins superscript, marked with `^`: otherwise 10<sup>6</sup> would read 106.
  mutating func beginSuperscript() {
    if lastNeighbour != .blank { gap = ["^"] }
  }

  /// Ends superscript, which may have been empty.
  mutating func endSuperscript() {
    if gap.first == "^" { gap.removeFirst() }
  }

  mutating func rule() {
    closeLeaf()
    let place = tree.bytes.count
    tree.bytes += "---".utf8
    tree.leaf(.rule, place..<place + 3)
    closedAt = tree.nodes.count - 1
  }

  /// Begins a style; a style that is already open is not repeated. Code contains no other styles, but can be hidden.
  ///
  /// - Returns: whether the style was begun.
  mutating func style(_ kind: TextNode.Kind) -> Bool {
    guard !styles.contains(kind) else { return false }
    let code = styles.firstIndex(of: .code)
    guard kind == .spoiler else {
      if code == nil { styles.append(kind) }
      return code == nil
    }
    // Ends the link, because only a part of a link or of code may be hidden.
    flushLink()
    if let code, code < styled.count { closeStyles(to: code) }
    // Directly after a letter, `||` would not be a mark, and the text would be visible.
    if lastNeighbour == .letter { gap = [" "] }
    styles.insert(kind, at: code ?? styles.count)
    return true
  }

  mutating func unstyle(_ kind: TextNode.Kind) {
    guard let place = styles.lastIndex(of: kind) else { return }
    if styled.count > place {
      flushLink()
      closeStyles(to: place)
    }
    if styles[place...].contains(.spoiler) { isBesideHidden = true }
    styles.remove(at: place)
    // Multiple blanks are kept only in code.
    if gap.count > 1, gap.allSatisfy({ $0 == " " }) { gap = [" "] }
  }

  /// The kind of the last character so far; an element counts as a letter.
  private var lastNeighbour: Neighbour {
    guard leaf != nil, breaks == 0, gap.isEmpty, !isAtStartOfCell else { return .blank }
    if case .element = tree.nodes.last?.kind { return .letter }
    return Neighbour(before: tree.bytes.count, in: tree.bytes, from: 0)
  }

  /// Inserts a blank between hidden text and a letter or a mark.
  private mutating func separate(from scalar: Unicode.Scalar) {
    let isMarked = link != nil || styles.count > styled.count
    if lastNeighbour != .blank, isMarked || Neighbour(scalar) == .letter { gap = [" "] }
    isBesideHidden = false
  }

  mutating func openLink(_ address: String) {
    flushLink()
    link = (address, nil)
  }

  mutating func closeLink() {
    flushLink()
    link = nil
  }

  mutating func flushLink() {
    guard let open = link, let start = open.start else { return }
    tree.leaf(.element(index: addresses.count), start..<tree.bytes.count)
    addresses.append(open.address)
    closedAt = tree.nodes.count - 1
    // The link may continue in another block or style.
    link = (open.address, nil)
  }

  /// Opens a block and returns how many were open before it. The nesting is limited as in `BlockParser`.
  mutating func open(_ kind: TextNode.Kind) -> Int {
    closeLeaf()
    let depth = blocks.count
    if case .heading = kind {
      heading = kind
      return depth
    }
    if kind == .item {
      while let last = blocks.last, last.kind == .item { closeLastBlock() }
      guard case .list = blocks.last?.kind else { return blocks.count }
    } else if case .list = blocks.last?.kind {
      _ = open(.item)
    }
    let place = tree.bytes.count
    let count = kind == .item ? blocks.count : depth
    guard !isTooDeep(kind) else { return count }
    blocks.append((kind, tree.open(kind, place..<place, content: place..<place)))
    closedAt = tree.nodes.count - 1
    return count
  }

  private func isTooDeep(_ kind: TextNode.Kind) -> Bool {
    switch kind {
    case .quote: blocks.count { $0.kind == .quote } >= BlockParser.deepestQuote
    case .list: blocks.count { $0.kind == .item } >= BlockParser.deepestList
    default: false
    }
  }

  mutating func openFence() {
    closeLeaf()
    if case .list = blocks.last?.kind { _ = open(.item) }
    heading = .fence(language: 0..<0)
    isFence = true
  }

  /// Sets the language of the next block of code.
  mutating func name(_ language: String) {
    guard isFence, leaf == nil else { return }
    let place = tree.bytes.count
    tree.bytes += language.utf8
    heading = .fence(language: place..<tree.bytes.count)
    gap.removeAll(keepingCapacity: true)
  }

  /// Gives the next item an explicit number. List numbers are consecutive, so a different number begins a new list.
  mutating func restartList(at number: Int) {
    closeLeaf()
    while let last = blocks.last, last.kind == .item { closeLastBlock() }
    guard case .list(let next?) = blocks.last?.kind, next != number else { return }
    closeLastBlock()
    _ = open(.list(start: number))
  }

  mutating func closeBlock(to depth: Int) {
    closeLeaf()
    heading = nil
    while blocks.count > depth { closeLastBlock() }
  }

  private mutating func closeLastBlock() {
    closeLeaf()
    guard let last = blocks.popLast() else { return }
    close(last.node)
    // An empty block is removed.
    if tree.nodes.count == last.node + 1 {
      tree.nodes.removeLast()
      closedAt = tree.nodes.count - 1
    } else if last.kind == .item, case .list(let number?) = blocks.last?.kind {
      blocks[blocks.count - 1].kind = .list(start: min(number + 1, 999))
    }
  }

  mutating func finish() {
    closeLink()
    closeBlock(to: 0)
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
  fileprivate var isHTMLBlank: Bool { value < 0x21 && UInt8(value).isHTMLBlank }
  /// Whether it is a no-break space.
  fileprivate var isUnbroken: Bool { value == 0xA0 }
}
