@testable import FormattedText

extension TextTree {
  /// The tree in one line, for tables in tests: `p(a b(c) br d)`.
  var outline: String {
    var text = ""
    var ends: [Int] = []
    for (index, node) in nodes.enumerated() {
      while let end = ends.last, end <= index {
        text += ")"
        ends.removeLast()
      }
      let piece: String
      switch node.kind {
      case .layout: continue
      case .words, .address: piece = "\"\(self.text(node.content))\""
      case .escape: piece = "\\\(self.text(node.content))"
      case .lineBreak: piece = "br"
      case .emptyLine: piece = "-"
      case .element(let number): piece = "@\(number)"
      case .rule: piece = "hr"
      case .paragraph: piece = "p("
      case .heading(let level): piece = "h\(level)("
      case .fence(let language): piece = "fence[\(self.text(language))]("
      case .quote: piece = "quote("
      case .list(let start): piece = start.map { "list\($0)(" } ?? "list("
      case .item: piece = "item("
      case .table(let rule): piece = "table[\(self.text(rule))]("
      case .cell: piece = "cell("
      case .bold: piece = "b("
      case .italic: piece = "i("
      case .struck: piece = "s("
      case .spoiler: piece = "spoiler("
      case .code: piece = "code("
      case .link(let address): piece = "link[\(self.text(address))]("
      }
      if let last = text.last, last != "(" { text += " " }
      text += piece
      if node.kind.isContainer { ends.append(node.end) }
    }
    return text + ends.map { _ in ")" }.joined()
  }
}
