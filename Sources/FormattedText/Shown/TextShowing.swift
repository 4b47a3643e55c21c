/// Makes the lines that are read on a screen of a tree.
struct TextShowing {
  /// A block that its lines tell of, at their beginning.
  private struct Margin {
    var next: String
    let further: String
    let look: ShownText.Look
  }

  private struct Open {
    let end: Int
    let look: ShownText.Look
    let hasMargin: Bool
    let isCode: Bool
    let link: (start: Int, address: Range<Int>)?
    var number: Int?
  }

  private let tree: TextTree
  private(set) var bytes: [UInt8] = []
  private(set) var runs: [ShownText.Run] = []
  private(set) var elements: [Range<Int>] = []
  private(set) var links: [ShownText.Link] = []
  private var open: [Open] = []
  private var margins: [Margin] = []
  private var look: ShownText.Look = []
  private var language: CodeLanguage?
  private var codeState = CodeState()
  private var isFence = false
  private var isFirstLine = true

  init(_ tree: TextTree) {
    self.tree = tree
    bytes.reserveCapacity(tree.bytes.count)
  }

  /// Goes through the tree.
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
    if last.hasMargin { margins.removeLast() }
    if last.look.contains(.block) { isFence = false }
    guard let link = last.link, link.start < bytes.count else { return }
    let address = tree.text(link.address)
    links.append(ShownText.Link(range: link.start..<bytes.count, address: address))
    // Words that look like another address must not hide where they lead.
    let words = bytes[link.start...]
    if words.contains(0x3A) && words.contains(0x2F) || words.starts(with: "www.".utf8),
      !words.elementsEqual(tree.bytes[link.address])
    {
      bytes += " (\(address))".utf8
    }
  }

  private mutating func begin(_ node: TextNode) {
    var added: ShownText.Look = []
    var margin: Margin?
    var link: (start: Int, address: Range<Int>)?
    var number: Int?
    switch node.kind {
    case .paragraph: beginLine()
    case .heading:
      beginLine()
      added = .bold
    case .fence(let name):
      added = [.code, .block]
      isFence = true
      language = CodeLanguage.named(tree.text(name))
      codeState = CodeState()
      margin = Margin(next: "│ ", further: "│ ", look: .sign)
    case .quote:
      added = .quote
      margin = Margin(next: "▎ ", further: "▎ ", look: .quote)
    case .list(let start): number = start
    case .item:
      let sign = nextSign()
      margin = Margin(
        next: sign, further: String(repeating: " ", count: sign.unicodeScalars.count), look: .sign)
    case .bold: added = .bold
    case .italic: added = .italic
    case .struck: added = .struck
    case .spoiler: added = .spoiler
    case .code:
      added = .code
      tick()
    case .link(let address): link = (bytes.count, address)
    default: break
    }
    added.subtract(look)
    look.formUnion(added)
    if let margin { margins.append(margin) }
    open.append(
      Open(
        end: node.end, look: added, hasMargin: margin != nil, isCode: node.kind == .code, link: link,
        number: number))
    if isFence, case .fence = node.kind { beginLine() }
  }

  /// Code among words keeps its backticks: no colour alone tells it from them.
  private mutating func tick() {
    bytes.append(UInt8(ascii: "`"))
    add(bytes.count - 1, .sign)
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
    for index in margins.indices {
      let start = bytes.count
      bytes += margins[index].next.utf8
      add(start, margins[index].look)
      margins[index].next = margins[index].further
    }
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
      // One that is hidden has no words.
      while elements.count < index { elements.append(start..<start) }
      elements.append(start..<bytes.count)
    case .lineBreak, .emptyLine: beginLine()
    case .rule:
      beginLine()
      let line = bytes.count
      bytes += "────────".utf8
      add(line, .sign)
    default: break
    }
  }

  private mutating func add(_ start: Int, _ look: ShownText.Look, _ code: CodePiece.Kind? = nil) {
    guard !look.isEmpty, start < bytes.count else { return }
    runs.append(ShownText.Run(range: start..<bytes.count, look: look, code: code))
  }

  /// The colours of a line of code, whose words are the last ones.
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
