/// Writes the words of one block with their marks.
struct BlockWriter {
  var text = MarkdownWriter.Text()
  private let tree: TextTree
  private let care: MarkdownWriter.Care
  /// Whether nothing but blanks and digits is in the line yet.
  private var mayBeginBlock = true

  init(_ tree: TextTree, _ care: MarkdownWriter.Care) {
    self.tree = tree
    self.care = care
  }

  mutating func write(_ siblings: Range<Int>, within parent: TextNode.Kind? = nil) {
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      let node = tree.nodes[index]
      let inside = index + 1..<node.end
      index = node.end
      switch node.kind {
      case .words, .address: words(tree.bytes[node.content])
      case .escape: words(tree.bytes[node.content])
      case .lineBreak:
        text.bytes.append(0x0A)
        mayBeginBlock = true
      case .element:
        let start = text.bytes.count
        text.bytes += tree.bytes[node.content]
        text.elements.append(start..<text.bytes.count)
      case .code: code(inside)
      case .link(let address): link(inside, to: tree.bytes[address])
      case .bold, .italic, .struck, .spoiler: style(node, inside, within: parent)
      default: break
      }
    }
  }

  private mutating func style(_ node: TextNode, _ inside: Range<Int>, within parent: TextNode.Kind?) {
    guard care != .plain, canBeMarked(node.content) else {
      write(inside, within: parent)
      return
    }
    let mark: String =
      switch node.kind {
      case .bold: "**"
      case .struck: "~~"
      case .spoiler: "||"
      // Beside the stars of bold words, another mark.
      default: parent == .bold || text.bytes.last == UInt8(ascii: "*") ? "_" : "*"
      }
    text.bytes += mark.utf8
    write(inside, within: node.kind)
    text.bytes += mark.utf8
  }

  /// Whether marks around some words would open and close there.
  private func canBeMarked(_ content: Range<Int>) -> Bool {
    let bytes = tree.bytes
    let first = Neighbour(at: content.lowerBound, in: bytes, to: content.upperBound)
    let last = Neighbour(before: content.upperBound, in: bytes, from: content.lowerBound)
    guard first != .blank, last != .blank else { return false }
    let before = Neighbour(before: content.lowerBound, in: bytes, from: 0)
    let after = Neighbour(at: content.upperBound, in: bytes, to: bytes.count)
    return (first != .punctuation || before != .letter) && (last != .punctuation || after != .letter)
  }

  private mutating func code(_ inside: Range<Int>) {
    let words = tree.nodes[inside].flatMap { tree.bytes[$0.content] }
    var longest = 0
    var run = 0
    for byte in words {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let ticks = [UInt8](repeating: UInt8(ascii: "`"), count: care == .plain ? 0 : longest + 1)
    let edges = [words.first, words.last].compactMap(\.self)
    let isApart = care != .plain && edges.contains { $0 == UInt8(ascii: "`") || $0 == 0x20 }
    text.bytes += ticks + (isApart ? [0x20] : [])
    for node in tree.nodes[inside] {
      switch node.kind {
      case .element:
        let start = text.bytes.count
        text.bytes += tree.bytes[node.content]
        text.elements.append(start..<text.bytes.count)
      case .layout: break
      case .lineBreak:
        text.bytes.append(0x0A)
        mayBeginBlock = true
      default:
        if care == .plain {
          self.words(tree.bytes[node.content])
        } else {
          text.bytes += tree.bytes[node.content]
        }
      }
    }
    text.bytes += (isApart ? [0x20] : []) + ticks
  }

  private mutating func link(_ inside: Range<Int>, to address: ArraySlice<UInt8>) {
    guard care != .plain else {
      write(inside)
      return
    }
    text.bytes.append(UInt8(ascii: "["))
    write(inside)
    text.bytes += Array("](".utf8) + address + Array(")".utf8)
  }

  /// Words, with a backslash before everything in them that might be a mark.
  private mutating func words(_ slice: ArraySlice<UInt8>) {
    guard care != .bare else {
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
      // A number stays one that begins a list until its dot.
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
    // One at the end of a heading is a mark as well.
    case UInt8(ascii: "#"): mayBeginBlock || before?.isBlank == true || before == UInt8(ascii: "#")
    case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"): mayBeginBlock
    case UInt8(ascii: "."), UInt8(ascii: ")"): mayBeginBlock && before?.isDigit == true
    default: false
    }
  }
}
