/// A formatted text: its bytes, and its parts in preorder.
///
/// Shared by the composer, the preview, the timeline and the wire format. The leaves and the marks together cover the whole
/// text.
public struct TextTree: Hashable, Sendable {
  /// The text, in UTF-8.
  public internal(set) var bytes: [UInt8] = []
  /// The parts in preorder: each node is followed by its descendants, up to its ``TextNode/end``.
  public internal(set) var nodes: [TextNode] = []

  /// The text of a range.
  ///
  /// - Parameter range: a byte range.
  public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether it contains more than plain text, addresses, elements and line ends.
  public var isFormatted: Bool { nodes.contains { $0.kind == .escape || $0.kind.isStyle } }

  /// Whether it contains a style; escapes do not count.
  public var isStyled: Bool { nodes.contains { $0.kind.isStyle } }

  /// Whether it consists of one block of code.
  public var isOnlyCode: Bool {
    guard let first = nodes.first, case .fence = first.kind else { return false }
    return first.end == nodes.count
  }

  /// Adds a node whose end is not known yet.
  mutating func open(_ kind: TextNode.Kind, _ range: Range<Int>, content: Range<Int>) -> Int {
    nodes.append(TextNode(kind: kind, range: range, content: content, end: nodes.count + 1))
    return nodes.count - 1
  }

  mutating func close(_ index: Int) { nodes[index].end = nodes.count }

  /// Adds a node without children, unless its range is empty.
  mutating func leaf(_ kind: TextNode.Kind, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    nodes.append(TextNode(kind: kind, range: range, content: range, end: nodes.count + 1))
  }
}

extension TextTree {
  /// One element of a text's meaning, without its position.
  enum Saying: Hashable {
    case begin(TextNode.Kind)
    case end
    /// Text, as it is displayed.
    case words([UInt8])
    case element(Int)
    case lineBreak
  }

  /// The meaning of the text, without the positions and marks of its parts: two texts with equal meanings look the same.
  var meaning: [Saying] { meaning(of: nodes.indices) }

  /// The meaning of some nodes, with elements numbered from an index on, and without some styles.
  func meaning(of range: Range<Int>, elementsFrom first: Int = 0, without unmarked: Set<Int> = []) -> [Saying]
  {
    var sayings: [Saying] = []
    var words: [UInt8] = []
    var open: [Int] = []
    func flush() {
      if !words.isEmpty { sayings.append(.words(words)) }
      words = []
    }
    for index in range {
      let node = nodes[index]
      while let last = open.last, last <= index {
        flush()
        sayings.append(.end)
        open.removeLast()
      }
      if unmarked.contains(index) { continue }
      switch node.kind {
      case .layout, .emptyLine: continue
      case .words, .address, .escape: words += bytes[node.content]
      case .lineBreak:
        flush()
        sayings.append(.lineBreak)
      case .element(let number):
        flush()
        sayings.append(.element(number - first))
      case .fence(let language):
        flush()
        sayings += [.begin(.fence(language: 0..<0)), .words(Array(bytes[language]))]
        open.append(node.end)
      case .table(let rule):
        flush()
        let alignments = TableLine.alignments(bytes, rule) ?? []
        sayings += [.begin(.table(rule: 0..<0)), .words(TableLine.rule(alignments))]
        open.append(node.end)
      case .link(let address):
        flush()
        sayings += [.begin(.link(address: 0..<0)), .words(Array(bytes[address]))]
        open.append(node.end)
      default:
        flush()
        sayings.append(.begin(node.kind))
        open.append(node.end)
      }
    }
    flush()
    return sayings + open.map { _ in .end }
  }

  /// Whether another text has the same meaning, whatever its marks are.
  ///
  /// - Parameter other: a text that may have other marks.
  public func means(_ other: TextTree) -> Bool { meaning == other.meaning }
}

/// A part of a formatted text: a block, a styled range, or plain text.
public struct TextNode: Hashable, Sendable {
  /// The kind of the part.
  public enum Kind: Hashable, Sendable {
    /// A paragraph.
    case paragraph
    /// A heading.
    ///
    /// - Parameter level: 1 to 6.
    case heading(level: Int)
    /// A block of code.
    ///
    /// - Parameter language: the range of the language's name; empty if there is none.
    case fence(language: Range<Int>)
    /// Quoted blocks.
    case quote
    /// A list.
    ///
    /// - Parameter start: the number of the first item; nil if the list is not numbered.
    case list(start: Int?)
    /// The blocks of one list item.
    case item
    /// A horizontal rule.
    case rule
    /// A table: the cells of its rows, with a line end between two rows. The first row is the header.
    ///
    /// - Parameter rule: the range of the line below the header, which aligns the columns.
    case table(rule: Range<Int>)
    /// A cell of a table.
    case cell

    /// Bold text.
    case bold
    /// Italic text.
    case italic
    /// Struck-through text.
    case struck
    /// Text that is hidden until it is revealed.
    case spoiler
    /// Inline code.
    case code
    /// A link with a text.
    ///
    /// - Parameter address: the range of the address.
    case link(address: Range<Int>)

    /// An address in the text, which is a link.
    case address
    /// Plain text.
    case words
    /// One Character that a backslash before it makes plain text.
    case escape
    /// A unit that is not Markdown: a mention, a channel, a link.
    ///
    /// - Parameter index: the index of the element.
    case element(index: Int)
    /// A line end within a block.
    case lineBreak
    /// An empty line between blocks.
    case emptyLine
    /// Bytes that only mark the blocks: line ends between them, and the prefixes of a block's further lines.
    case layout
  }

  /// The kind.
  public internal(set) var kind: Kind
  /// The byte range, including its marks: one mark is before the ``content``, and one after it.
  public internal(set) var range: Range<Int>
  /// The byte range without its marks.
  public internal(set) var content: Range<Int>
  /// The index after the last node nested in this one.
  public internal(set) var end: Int
}

extension TextNode.Kind {
  /// Whether it is a block, which begins on a new line.
  public var isBlock: Bool {
    switch self {
    case .paragraph, .heading, .fence, .quote, .list, .item, .rule, .table: true
    default: false
    }
  }

  /// Whether it changes the look of its text.
  var isStyle: Bool {
    switch self {
    case .paragraph, .words, .address, .escape, .element, .lineBreak, .emptyLine, .layout: false
    default: true
    }
  }

  /// Whether it is a style within a block.
  var isInlineStyle: Bool {
    switch self {
    case .bold, .italic, .struck, .spoiler, .code, .link: true
    default: false
    }
  }

  /// Whether it can contain other nodes.
  var isContainer: Bool {
    switch self {
    case .paragraph, .heading, .fence, .quote, .list, .item, .bold, .italic, .struck, .spoiler, .code, .link,
      .table, .cell:
      true
    case .rule, .address, .words, .escape, .element, .lineBreak, .emptyLine, .layout: false
    }
  }
}

extension UInt8 {
  /// Whether it is a blank, a tab or a carriage return.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  /// The letter in lower case; other bytes are unchanged.
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension [UInt8] {
  /// Whether a text is at a position, ignoring case.
  func has(_ text: StaticString, at place: Int, before end: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place >= 0, place + count <= end else { return false }
    for index in 0..<count where self[place + index].lowercased != text.utf8Start[index] { return false }
    return true
  }
}
