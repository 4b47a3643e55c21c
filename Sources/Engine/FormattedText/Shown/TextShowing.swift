/// Lays out a tree as lines for the screen.
struct TextShowing {
  /// The prefix of a block's lines.
  private struct Sign {
    var next: String
    let further: String
    let look: ShownText.Look
  }

  /// A table whose rows are being added.
  private struct OpenTable {
    let start: Int
    let alignments: [TableLine.Alignment]
    var rows: [[Range<Int>]] = [[]]

    mutating func add(_ cell: Range<Int>) { rows[rows.count - 1].append(cell) }
  }

  private struct Open {
    let kind: TextNode.Kind
    let start: Int
    let end: Int
    let look: ShownText.Look
    let hasMargin: Bool
    let isCode: Bool
    let link: (start: Int, address: Range<Int>)?
    var number: Int?
    var isFence = false
  }

  private let tree: TextTree
  private(set) var bytes: [UInt8] = []
  private(set) var runs: [ShownText.Run] = []
  private(set) var elements: [Range<Int>] = []
  private(set) var links: [ShownText.Link] = []
  private(set) var margins: [ShownText.Margin] = []
  private(set) var tables: [ShownText.Table] = []
  private var table: OpenTable?
  private let mayOpen: (String) -> Bool
  private var open: [Open] = []
  private var signs: [Sign] = []
  private var look: ShownText.Look = []
  private var language: CodeLanguage?
  private var codeState = CodeState()
  private var isFence = false
  private var isFirstLine = true

  init(_ tree: TextTree, mayOpen: @escaping (String) -> Bool) {
    self.tree = tree
    self.mayOpen = mayOpen
    bytes.reserveCapacity(tree.bytes.count)
  }

  /// Processes the whole tree.
  mutating func run() {
    for (index, node) in tree.nodes.enumerated() {
      while let last = open.last, last.end <= index { close(last) }
      if node.kind.isContainer { begin(node) } else { leaf(node) }
    }
    while let last = open.last { close(last) }
  }

  private mutating func close(_ last: Open) {
    open.removeLast()
    look.subtract(last.look)
    if last.isCode { tick() }
    if last.hasMargin { signs.removeLast() }
    if last.kind == .cell { table?.add(last.start..<bytes.count) }
    if case .table = last.kind { endTable() }
    if last.isFence {
      isFence = false
      beginLine()
      frame("└─")
    }
    guard let link = last.link, link.start < bytes.count else { return }
    let address = tree.text(link.address)
    let words = String(decoding: bytes[link.start...], as: UTF8.self)
    links.append(ShownText.Link(range: link.start..<bytes.count, address: address))
    guard !mayOpen(address) || LinkWords.hide(address, words) else { return }
    let start = bytes.count
    bytes += " (\(address))".utf8
    add(start, look)
  }

  /// Adds a line of the frame around code.
  private mutating func frame(_ text: String) {
    let start = bytes.count
    bytes += text.utf8
    add(start, .sign)
  }

  private mutating func begin(_ node: TextNode) {
    var sign: Sign?
    var link: (start: Int, address: Range<Int>)?
    var number: Int?
    var isNewFence = false
    switch node.kind {
    case .paragraph, .heading: beginLine()
    case .table(let rule):
      beginLine()
      table = OpenTable(start: bytes.count, alignments: TableLine.alignments(tree.bytes, rule) ?? [])
      look.insert(.bold)
    case .cell: if table?.rows.last?.isEmpty == false { frame(" │ ") }
    case .fence(let name):
      language = CodeLanguage.named(tree.text(name))
      codeState = CodeState()
      beginLine()
      frame(name.isEmpty ? "┌─" : "┌─ \(tree.text(name))")
      isFence = true
      isNewFence = true
      sign = Sign(next: "│ ", further: "│ ", look: .sign)
    case .quote: sign = Sign(next: "▎ ", further: "▎ ", look: .quote)
    case .list(let start): number = start
    case .item:
      let mark = nextSign()
      sign = Sign(
        next: mark, further: String(repeating: " ", count: mark.unicodeScalars.count), look: .sign)
    case .code: tick()
    case .link(let address): link = (bytes.count, address)
    default: break
    }
    let added = node.kind.look.subtracting(look)
    look.formUnion(added)
    if let sign { signs.append(sign) }
    open.append(
      Open(
        kind: node.kind, start: bytes.count, end: node.end, look: added, hasMargin: sign != nil,
        isCode: node.kind == .code, link: link,
        number: number, isFence: isNewFence))
    if isNewFence { beginLine() }
  }

  private mutating func tick() {
    bytes.append(UInt8(ascii: "`"))
    add(bytes.count - 1, look.union(.tick))
  }

  /// The sign of the next item of the innermost list.
  private mutating func nextSign() -> String {
    guard let list = open.indices.last, let number = open[list].number else { return "• " }
    open[list].number = number + 1
    return "\(number). "
  }

  private mutating func beginLine() {
    if !isFirstLine { bytes.append(0x0A) }
    isFirstLine = false
    guard !signs.isEmpty else { return }
    for index in signs.indices {
      let start = bytes.count
      bytes += signs[index].next.utf8
      add(start, signs[index].look)
      signs[index].next = signs[index].further
    }
    let pieces = signs.map { ShownText.Margin.Piece(text: $0.further, look: $0.look) }
    margins.append(ShownText.Margin(end: bytes.count, further: pieces, isCode: isFence))
  }

  private mutating func leaf(_ node: TextNode) {
    let start = bytes.count
    switch node.kind {
    case .words, .address, .escape:
      bytes += tree.bytes[node.content]
      if isFence { colour(node.content, at: start) } else { add(start, look) }
    case .element(let index):
      bytes += tree.bytes[node.content]
      add(start, look)
      // An element that is not displayed gets an empty range.
      while elements.count < index { elements.append(start..<start) }
      elements.append(start..<bytes.count)
    case .lineBreak where table != nil:
      // The header is bold.
      look.remove(.bold)
      table?.rows.append([])
      beginLine()
    case .lineBreak, .emptyLine: beginLine()
    case .rule:
      beginLine()
      let line = bytes.count
      bytes += "────────".utf8
      add(line, .sign)
    default: break
    }
  }

  private mutating func endTable() {
    look.remove(.bold)
    guard let table else { return }
    self.table = nil
    let alignments = table.alignments.map { alignment -> ShownText.Table.Alignment in
      switch alignment {
      case .natural, .left: .left
      case .right: .right
      case .middle: .middle
      }
    }
    let signs = signs.map { ShownText.Margin.Piece(text: $0.further, look: $0.look) }
    tables.append(
      ShownText.Table(
        range: table.start..<bytes.count, rows: table.rows, alignments: alignments, signs: signs))
  }

  private mutating func add(_ start: Int, _ look: ShownText.Look, _ code: CodePiece.Kind? = nil) {
    guard !look.isEmpty, start < bytes.count else { return }
    runs.append(ShownText.Run(range: start..<bytes.count, look: look, code: code))
  }

  /// Colours a line of code, which is the text added last.
  private mutating func colour(_ line: Range<Int>, at start: Int) {
    var place = start
    func add(to end: Int, _ kind: CodePiece.Kind?) {
      guard place < end else { return }
      runs.append(ShownText.Run(range: place..<end, look: look, code: kind))
      place = end
    }
    if let language {
      for piece in CodeColouring.pieces(ofLine: line, in: tree.bytes, language, state: &codeState) {
        add(to: start + piece.range.lowerBound - line.lowerBound, nil)
        add(to: start + piece.range.upperBound - line.lowerBound, piece.kind)
      }
    }
    add(to: bytes.count, nil)
  }
}
