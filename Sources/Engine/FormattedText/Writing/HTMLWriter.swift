/// Writes a tree as HTML, within what Matrix allows.
public struct HTMLWriter {
  private let tree: TextTree
  private let addressOfElement: (Int) -> String?
  private let mayLink: (String) -> Bool
  private var html: [UInt8] = []
  private var isCode = false
  private var isFence = false
  /// The index of the table row that is being written; nil outside of a table.
  private var row: Int?

  /// The tree as HTML.
  ///
  /// - Parameters:
  ///   - tree: the tree.
  ///   - addressOfElement: the address of an element, by its index; nil for one that is written as plain text.
  ///   - mayLink: whether an address may be linked.
  public static func html(
    _ tree: TextTree, addressOfElement: (Int) -> String? = { _ in nil },
    mayLink: (String) -> Bool = { _ in true }
  ) -> String {
    withoutActuallyEscaping(addressOfElement) { address in
      withoutActuallyEscaping(mayLink) { mayLink in
        var writer = HTMLWriter(tree: tree, addressOfElement: address, mayLink: mayLink)
        writer.write()
        return String(decoding: writer.html, as: UTF8.self)
      }
    }
  }

  private mutating func write() {
    html.reserveCapacity(tree.bytes.count * 2)
    var open: [(end: Int, tag: String)] = []
    // Whether the paragraphs of each enclosing block get tags; the first entry is for the whole text.
    var spread = [isSpread(0..<tree.nodes.count)]
    for (index, node) in tree.nodes.enumerated() {
      while let last = open.last, last.end <= index {
        close(last.tag)
        open.removeLast()
        spread.removeLast()
      }
      guard node.kind.isContainer else {
        leaf(node)
        continue
      }
      let tag = begin(node, isSpread: spread.last ?? true)
      open.append((node.end, tag))
      spread.append(isSpread(index + 1..<node.end))
    }
    for (_, tag) in open.reversed() { close(tag) }
  }

  /// Whether a range of siblings contains several paragraphs.
  private func isSpread(_ siblings: Range<Int>) -> Bool {
    var paragraphs = 0
    var index = siblings.lowerBound
    while index < siblings.upperBound {
      if tree.nodes[index].kind == .paragraph { paragraphs += 1 }
      index = tree.nodes[index].end
    }
    return paragraphs > 1
  }

  /// Writes the opening tag, and returns the name of the tag to close; empty if there is none.
  private mutating func begin(_ node: TextNode, isSpread: Bool) -> String {
    let name: String
    switch node.kind {
    case .paragraph: name = isSpread ? "p" : ""
    case .heading(let level): name = "h\(level)"
    case .quote: name = "blockquote"
    case .list(let start):
      guard let start else {
        name = "ul"
        break
      }
      html += (start == 1 ? "<ol>" : "<ol start=\"\(start)\">").utf8
      return "ol"
    case .item: name = "li"
    case .table:
      row = 0
      html += "<table><thead><tr>".utf8
      return "table"
    case .cell: name = row == 0 ? "th" : "td"
    case .bold: name = "strong"
    case .italic: name = "em"
    case .struck: name = "del"
    case .spoiler:
      html += "<span data-mx-spoiler>".utf8
      return "span"
    case .code:
      isCode = true
      name = "code"
    case .fence(let language):
      isCode = true
      isFence = true
      html += "<pre><code".utf8
      if !language.isEmpty {
        html += " class=\"language-".utf8
        escape(tree.bytes[language])
        html += "\"".utf8
      }
      html += ">".utf8
      return "pre"
    case .link(let address):
      guard mayLink(tree.text(address)) else { return "" }
      html += "<a href=\"".utf8
      escape(tree.bytes[address])
      html += "\">".utf8
      return "a"
    default: name = ""
    }
    if !name.isEmpty { html += "<\(name)>".utf8 }
    return name
  }

  private mutating func close(_ tag: String) {
    if tag == "pre" {
      html += "\n</code></pre>".utf8
      isCode = false
      isFence = false
      return
    }
    if tag == "table" {
      html += (row == 0 ? "</tr></thead>" : "</tr></tbody>").utf8
      row = nil
    }
    if tag == "code" { isCode = false }
    if !tag.isEmpty { html += "</\(tag)>".utf8 }
  }

  private mutating func leaf(_ node: TextNode) {
    switch node.kind {
    case .words, .address, .escape: escape(tree.bytes[node.content])
    case .lineBreak where row != nil:
      html += (row == 0 ? "</tr></thead><tbody><tr>" : "</tr><tr>").utf8
      row = row.map { $0 + 1 }
    case .lineBreak: html += (isFence ? "\n" : isCode ? " " : "<br>").utf8
    case .rule: html += "<hr>".utf8
    case .element(let index):
      guard let address = addressOfElement(index) else {
        escape(tree.bytes[node.content])
        return
      }
      html += "<a href=\"".utf8
      escape(Array(address.utf8)[...])
      html += "\">".utf8
      escape(tree.bytes[node.content])
      html += "</a>".utf8
    default: break
    }
  }

  private mutating func escape(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      switch byte {
      case 0: break
      case UInt8(ascii: "&"): html += "&amp;".utf8
      case UInt8(ascii: "<"): html += "&lt;".utf8
      case UInt8(ascii: ">"): html += "&gt;".utf8
      case UInt8(ascii: "\""): html += "&quot;".utf8
      case 0x0A: html += "<br>".utf8
      default: html.append(byte)
      }
    }
  }
}
