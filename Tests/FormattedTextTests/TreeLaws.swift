#if !FUZZING
  @testable import FormattedText
#endif

/// The laws of every tree, for tests and for the fuzzer, which is compiled in one module with the sources.
extension TextTree {
  /// A violation of the law that leaves and marks, in order, make up the whole text; nil if there is none.
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
      if node.kind.isContainer {
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

  /// The maximum depth of nested nodes.
  var depth: Int {
    var ends: [Int] = []
    var deepest = 0
    for (index, node) in nodes.enumerated() {
      while let end = ends.last, end <= index { ends.removeLast() }
      ends.append(node.end)
      deepest = max(deepest, ends.count)
    }
    return deepest
  }

  /// The text without whitespace.
  var words: String {
    var text = ""
    for node in nodes {
      switch node.kind {
      case .words, .address, .escape, .element: text += self.text(node.content)
      default: break
      }
    }
    return text.filter { !$0.isWhitespace }
  }
}
