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
