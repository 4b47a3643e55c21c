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
    var code: (language: CodeLanguage, state: CodeState)?
    func add(_ range: Range<Int>, _ look: ShownText.Look, _ kind: CodePiece.Kind? = nil) {
      if !range.isEmpty, !look.isEmpty { runs.append(ShownText.Run(range: range, look: look, code: kind)) }
    }
    func addCode(_ line: Range<Int>, _ language: CodeLanguage, _ state: CodeState) {
      var state = state
      var place = line.lowerBound
      for piece in CodeColouring.pieces(ofLine: line, in: tree.bytes, language, state: &state) {
        add(place..<piece.range.lowerBound, look)
        add(piece.range, look, piece.kind)
        place = piece.range.upperBound
      }
      add(place..<line.upperBound, look)
      code = (language, state)
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
      case .words where look.contains(.block):
        guard let code else { fallthrough }
        addCode(node.content, code.language, code.state)
      case .words, .address, .element: add(node.content, look)
      case .escape:
        add(node.range.lowerBound..<node.content.lowerBound, .sign)
        add(node.content, look)
      case .layout, .rule: add(node.range, .sign)
      case .lineBreak, .emptyLine: break
      default:
        add(node.range.lowerBound..<node.content.lowerBound, .sign)
        if case .fence(let name) = node.kind {
          code = CodeLanguage.named(tree.text(name)).map { ($0, CodeState()) }
        }
        let added = node.kind.look.subtracting(look)
        look.formUnion(added)
        open.append((node.end, added, node.content.upperBound..<node.range.upperBound))
      }
    }
    close(before: .max)
    return runs
  }
}
