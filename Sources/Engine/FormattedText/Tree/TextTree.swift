/// A formatted text: its bytes, and its parts in their order, each before those in it.
///
/// What composer, preview, timeline and wire have in common. The leaves and the marks together are all of the text.
public struct TextTree: Hashable, Sendable {
  /// The text, in UTF-8.
  public internal(set) var bytes: [UInt8]
  /// Its parts: first each one, then those in it, up to its ``TextNode/end``.
  public internal(set) var nodes: [TextNode]

  init(bytes: [UInt8] = [], nodes: [TextNode] = []) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// The text of a part.
  ///
  /// - Parameter range: its bytes.
  public func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Whether something in it is more than words, addresses, elements and lines.
  public var isFormatted: Bool { nodes.contains { $0.kind == .escape || $0.kind.isStyle } }

  /// Whether something in it looks other than words, whether it took backslashes to say that or not.
  public var isStyled: Bool { nodes.contains { $0.kind.isStyle } }

  /// Whether it is one block of code.
  public var isOnlyCode: Bool {
    guard let first = nodes.first, case .fence = first.kind else { return false }
    return first.end == nodes.count
  }

  /// Adds a node whose last one inside is not known yet.
  mutating func open(_ kind: TextNode.Kind, _ range: Range<Int>, content: Range<Int>) -> Int {
    nodes.append(TextNode(kind: kind, range: range, content: content, end: nodes.count + 1))
    return nodes.count - 1
  }

  mutating func close(_ index: Int) { nodes[index].end = nodes.count }

  /// Adds a node with nothing in it, unless it has no bytes.
  mutating func leaf(_ kind: TextNode.Kind, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    nodes.append(TextNode(kind: kind, range: range, content: range, end: nodes.count + 1))
  }
}

extension TextTree {
  /// One step of what a text says, wherever in it that stands.
  enum Saying: Hashable {
    case begin(TextNode.Kind)
    case end
    /// Words, as they are read.
    case words([UInt8])
    case element(Int)
    case lineBreak
  }

  /// What the text says, without where its parts are and how they are marked: two texts with the same meaning look the
  /// same.
  var meaning: [Saying] { meaning(of: nodes.indices) }

  /// What some nodes say, with elements counted from one on, as if some styles had only their words.
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

  /// Whether the other says the same in the same form, whatever marks it has.
  ///
  /// - Parameter other: a text that may be marked in another way.
  public func means(_ other: TextTree) -> Bool { meaning == other.meaning }
}
