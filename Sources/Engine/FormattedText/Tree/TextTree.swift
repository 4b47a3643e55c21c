/// A formatted text: its bytes, and its parts in preorder.
///
/// Shared by the composer, the preview, the timeline and the wire format. The leaves and the marks together cover the whole
/// text.
public struct TextTree: Hashable, Sendable {
  /// The text, in UTF-8.
  public internal(set) var bytes: [UInt8]
  /// The parts in preorder: each node is followed by its descendants, up to its ``TextNode/end``.
  public internal(set) var nodes: [TextNode]

  init(bytes: [UInt8] = [], nodes: [TextNode] = []) {
    self.bytes = bytes
    self.nodes = nodes
  }

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
  /// A step of a text's meaning, independent of its position.
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
