import FormattedText

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
      case .bold: piece = "b("
      case .italic: piece = "i("
      case .struck: piece = "s("
      case .spoiler: piece = "spoiler("
      case .code: piece = "code("
      case .link(let address): piece = "link[\(self.text(address))]("
      }
      if let last = text.last, last != "(" { text += " " }
      text += piece
      if piece.hasSuffix("("), piece != "(", Self.holds(node.kind) { ends.append(node.end) }
    }
    return text + ends.map { _ in ")" }.joined()
  }

  private static func holds(_ kind: TextNode.Kind) -> Bool {
    switch kind {
    case .words, .address, .escape, .lineBreak, .emptyLine, .element, .layout, .rule: false
    default: true
    }
  }

  /// What breaks the promise that leaves and marks are, in their order, all of the text; nil if nothing does.
  var gap: String? {
    var place = 0
    var open: [TextNode] = []
    var ends: [Int] = []
    func reach(_ start: Int) -> String? {
      defer { place = max(place, start) }
      return place == start ? nil : "at \(place), not \(start)"
    }
    for (index, node) in nodes.enumerated() {
      while let end = ends.last, end <= index, let last = open.popLast() {
        ends.removeLast()
        if let gap = reach(last.content.upperBound) { return "\(last.kind) ends \(gap)" }
        place = last.range.upperBound
      }
      if let gap = reach(node.range.lowerBound) { return "\(node.kind) begins \(gap)" }
      if Self.holds(node.kind) {
        place = node.content.lowerBound
        open.append(node)
        ends.append(node.end)
      } else {
        place = node.range.upperBound
      }
    }
    while let last = open.popLast() {
      if let gap = reach(last.content.upperBound) { return "\(last.kind) ends \(gap)" }
      place = last.range.upperBound
    }
    return reach(bytes.count)
  }
}
