/// Writes the text of one block with its marks.
struct BlockWriter {
  var text = MarkdownWriter.Text()
  private let tree: TextTree
  /// The tree's bytes, with elements replaced by 0xFF, which counts as a letter.
  private let masked: [UInt8]
  private let block: Range<Int>
  /// Whether text is written without escapes.
  private let isBare: Bool
  /// The styles that are written without marks, because marks would have no effect in their place.
  private(set) var unmarked: Set<Int>
  /// Whether the line so far contains only blanks and digits.
  private var mayBeginBlock = true

  init(_ tree: TextTree, _ masked: [UInt8], block: Range<Int>, isBare: Bool, unmarked: Set<Int> = []) {
    self.tree = tree
    self.masked = masked
    self.block = block
    self.isBare = isBare
    self.unmarked = unmarked
  }

  mutating func write(_ siblings: Range<Int>, within parent: TextNode.Kind? = nil) {
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      let node = tree.nodes[index]
      let inside = index + 1..<node.end
      let isMarked = !unmarked.contains(index)
      defer { index = node.end }
      switch node.kind {
      case .words, .address, .escape: words(tree.bytes[node.content])
      // Code may begin with a line break. Without its marks, the list marker before it would be followed by an empty line, and
      // would be parsed as text.
      case .lineBreak where !text.bytes.allSatisfy(\.isBlank): newline()
      case .element: element(tree.bytes[node.content])
      case .code where isMarked: code(inside)
      case .link(let address) where isMarked: link(inside, to: tree.bytes[address])
      case .bold, .italic, .struck, .spoiler:
        if isMarked, canBeMarked(node.content) {
          style(node, inside, within: parent)
        } else {
          unmarked.insert(index)
          write(inside, within: parent)
        }
      case .code, .link: write(inside, within: parent)
      default: break
      }
    }
  }

  mutating func element(_ words: ArraySlice<UInt8>) {
    let start = text.bytes.count
    text.bytes += words
    text.elements.append(start..<text.bytes.count)
    mayBeginBlock = false
  }

  private mutating func newline() {
    text.bytes.append(0x0A)
    mayBeginBlock = true
  }

  /// Writes lines of text.
  mutating func lines(_ slice: ArraySlice<UInt8>) {
    var start = slice.startIndex
    while let end = slice[start...].firstIndex(of: 0x0A) {
      words(slice[start..<end])
      newline()
      start = end + 1
    }
    words(slice[start...])
  }

  private mutating func style(_ node: TextNode, _ inside: Range<Int>, within parent: TextNode.Kind?) {
    let isBesideStars = parent == .bold || text.bytes.last == UInt8(ascii: "*")
    let mark: String =
      switch node.kind {
      case .bold: "**"
      case .struck: "~~"
      case .spoiler: "||"
      // Next to the stars of bold text, the mark is an underscore, except inside a word, where it has no effect.
      default: isBesideStars && !isWithinWord(node.content) ? "_" : "*"
      }
    text.bytes += mark.utf8
    write(inside, within: node.kind)
    text.bytes += mark.utf8
  }

  /// Whether marks around this range would open and close there.
  private func canBeMarked(_ content: Range<Int>) -> Bool {
    let first = Neighbour(at: content.lowerBound, in: masked, to: content.upperBound)
    let last = Neighbour(before: content.upperBound, in: masked, from: content.lowerBound)
    guard first != .blank, last != .blank else { return false }
    let before = Neighbour(before: content.lowerBound, in: masked, from: block.lowerBound)
    let after = Neighbour(at: content.upperBound, in: masked, to: block.upperBound)
    return (first != .punctuation || before != .letter) && (last != .punctuation || after != .letter)
  }

  private func isWithinWord(_ content: Range<Int>) -> Bool {
    Neighbour(before: content.lowerBound, in: masked, from: block.lowerBound) == .letter
      || Neighbour(at: content.upperBound, in: masked, to: block.upperBound) == .letter
  }

  private mutating func code(_ inside: Range<Int>) {
    let words = tree.nodes[inside].filter { $0.kind != .layout }.flatMap { tree.bytes[$0.content] }
    // The shortest run of backticks that is not in the code. A longer one at the start of a line could begin a fence.
    let runs = Set(words.split { $0 != UInt8(ascii: "`") }.map(\.count))
    let ticks = [UInt8](repeating: UInt8(ascii: "`"), count: (1...).first { !runs.contains($0) } ?? 1)
    let hasTicksAtEdge = words.first == UInt8(ascii: "`") || words.last == UInt8(ascii: "`")
    // A blank on both sides would be removed as the separator of the backticks.
    let hasBlanksAtEdges = words.first == 0x20 && words.last == 0x20 && words.contains { $0 != 0x20 }
    let isApart = hasTicksAtEdge || hasBlanksAtEdges
    text.bytes += ticks + (isApart ? [0x20] : [])
    for node in tree.nodes[inside] {
      switch node.kind {
      case .element: element(tree.bytes[node.content])
      case .layout: break
      case .lineBreak: newline()
      default: text.bytes += tree.bytes[node.content]
      }
    }
    text.bytes += (isApart ? [0x20] : []) + ticks
  }

  private mutating func link(_ inside: Range<Int>, to address: ArraySlice<UInt8>) {
    text.bytes.append(UInt8(ascii: "["))
    write(inside)
    text.bytes += Array("](".utf8) + address + Array(")".utf8)
  }

  /// Writes text, with a backslash before each character that could be a mark.
  mutating func words(_ slice: ArraySlice<UInt8>) {
    guard !isBare else {
      text.bytes += slice
      return
    }
    let bytes = Array(slice)
    var place = 0
    while place < bytes.count {
      if let end = AddressScanner.end(ofAddressAt: place, in: bytes, from: 0, to: bytes.count) {
        text.bytes += bytes[place..<end]
        place = end
        mayBeginBlock = false
        continue
      }
      let byte = bytes[place]
      if needsBackslash(byte, text.bytes.last) { text.bytes.append(UInt8(ascii: "\\")) }
      // Up to its dot, a number may still begin a list.
      mayBeginBlock = mayBeginBlock && (byte.isBlank || byte.isDigit)
      text.bytes.append(byte)
      place += 1
    }
  }

  private func needsBackslash(_ byte: UInt8, _ before: UInt8?) -> Bool {
    switch byte {
    case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "|"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"):
      true
    // Escape a trailing `#` of a heading, which is a mark too.
    case UInt8(ascii: "#"): mayBeginBlock || before?.isBlank == true || before == UInt8(ascii: "#")
    case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"): mayBeginBlock
    case UInt8(ascii: "."), UInt8(ascii: ")"): mayBeginBlock && before?.isDigit == true
    default: false
    }
  }
}
