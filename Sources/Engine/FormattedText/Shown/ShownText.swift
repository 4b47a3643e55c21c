/// A formatted text as it is displayed: without marks, with a sign before each list item, and with a bar next to quotes and
/// code.
public struct ShownText: Hashable, Sendable {
  /// The style of displayed text.
  public struct Look: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16

    /// - Parameter rawValue: the bits of the looks.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bold text, and headings.
    public static let bold = Look(rawValue: 1)
    /// Italic text.
    public static let italic = Look(rawValue: 2)
    /// Struck-through text.
    public static let struck = Look(rawValue: 4)
    /// Hidden text.
    public static let spoiler = Look(rawValue: 8)
    /// Code, inline or in a block.
    public static let code = Look(rawValue: 16)
    /// Quoted text.
    public static let quote = Look(rawValue: 32)
    /// A bar, a rule, or the sign of a list item.
    public static let sign = Look(rawValue: 64)
    /// A block of code.
    public static let block = Look(rawValue: 128)
  }

  /// A range whose style is not plain.
  public struct Run: Hashable, Sendable {
    /// The byte range.
    public let range: Range<Int>
    /// The style.
    public let look: Look
    /// The kind of code in a code block.
    public let code: CodePiece.Kind?

    /// - Parameters:
    ///   - range: the byte range.
    ///   - look: the style.
    ///   - code: the kind of code in a code block.
    public init(range: Range<Int>, look: Look, code: CodePiece.Kind?) {
      self.range = range
      self.look = look
      self.code = code
    }
  }

  /// The displayed text.
  public let text: String
  /// The ranges that are not plain, in order and without overlaps.
  public let runs: [Run]
  /// The byte range of each element, by its index.
  public let elements: [Range<Int>]
  /// The links.
  public let links: [Link]

  /// A link.
  public struct Link: Hashable, Sendable {
    /// The byte range of its text.
    public let range: Range<Int>
    /// The address that it leads to.
    public let address: String
  }

  /// The lines that begin with signs, in order. If such a line is wrapped, its further rows begin with signs too.
  public let margins: [Margin]

  /// The signs before the text of a line.
  public struct Margin: Hashable, Sendable {
    /// One of the signs.
    public struct Piece: Hashable, Sendable {
      /// The sign; each scalar takes one column.
      public let text: String
      /// The style of the sign.
      public let look: Look

      /// - Parameters:
      ///   - text: the sign.
      ///   - look: the style of the sign.
      public init(text: String, look: Look) {
        self.text = text
        self.look = look
      }
    }

    /// Where the text of the line begins.
    public let end: Int
    /// The signs before the line's further rows, in as many columns.
    public let further: [Piece]
    /// Whether the text is code.
    public let isCode: Bool
  }

  /// Lays out a tree for display.
  ///
  /// - Parameters:
  ///   - tree: a tree parsed from Markdown.
  ///   - mayOpen: whether an address can be opened; any other address is shown after the link's text.
  public init(_ tree: TextTree, mayOpen: @escaping (String) -> Bool = { _ in true }) {
    var showing = TextShowing(tree, mayOpen: mayOpen)
    showing.run()
    text = String(decoding: showing.bytes, as: UTF8.self)
    runs = showing.runs
    elements = showing.elements
    links = showing.links
    margins = showing.margins
  }
}

extension TextNode.Kind {
  /// The style of its text.
  var look: ShownText.Look {
    switch self {
    case .heading, .bold: .bold
    case .italic: .italic
    case .struck: .struck
    case .spoiler: .spoiler
    case .code: .code
    case .fence: [.code, .block]
    case .quote: .quote
    default: []
    }
  }
}

/// Lays out a tree as lines for the screen.
struct TextShowing {
  /// The prefix of a block's lines.
  private struct Sign {
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
    var isFence = false
  }

  private let tree: TextTree
  private(set) var bytes: [UInt8] = []
  private(set) var runs: [ShownText.Run] = []
  private(set) var elements: [Range<Int>] = []
  private(set) var links: [ShownText.Link] = []
  private(set) var margins: [ShownText.Margin] = []
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
        end: node.end, look: added, hasMargin: sign != nil, isCode: node.kind == .code, link: link,
        number: number, isFence: isNewFence))
    if isNewFence { beginLine() }
  }

  /// Inline code keeps its backticks, because colour alone would not distinguish it.
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
      // A hidden element has no text.
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

  /// Colours a line of code, which is the last text so far.
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
