/// The styles of a text while it is typed: its marks stay visible but unobtrusive, and the text has its final style.
public enum TypedLooks {
  /// Longer texts are plain, because each key processes the whole text.
  public static let longest = 4_096

  /// The ranges that are not plain, in order and without overlaps; empty without parsing if no byte could be a mark.
  ///
  /// - Parameters:
  ///   - text: the text that is typed.
  ///   - elements: as for ``Markdown/parse(_:elements:)``.
  public static func runs(_ text: String, elements: [Range<Int>] = []) -> [ShownText.Run] {
    guard text.utf8.count <= longest, let tree = Markdown.parse(text, elements: elements), tree.isFormatted
    else { return [] }
    var runs: [ShownText.Run] = []
    var open: [(end: Int, look: ShownText.Look, close: Range<Int>)] = []
    var look: ShownText.Look = []
    func add(_ range: Range<Int>, _ look: ShownText.Look) {
      if !range.isEmpty, !look.isEmpty { runs.append(ShownText.Run(range: range, look: look, code: nil)) }
    }
    func close(before index: Int) {
      while let last = open.last, last.end <= index {
        open.removeLast()
        look.subtract(last.look)
        add(last.close, .sign)
      }
    }
    for (index, node) in tree.nodes.enumerated() {
      close(before: index)
      switch node.kind {
      case .words, .address, .element: add(node.content, look)
      case .escape:
        add(node.range.lowerBound..<node.content.lowerBound, .sign)
        add(node.content, look)
      case .layout, .rule: add(node.range, .sign)
      case .lineBreak, .emptyLine: break
      default:
        add(node.range.lowerBound..<node.content.lowerBound, .sign)
        let added = node.kind.look.subtracting(look)
        look.formUnion(added)
        open.append((node.end, added, node.content.upperBound..<node.range.upperBound))
      }
    }
    close(before: .max)
    return runs
  }
}
