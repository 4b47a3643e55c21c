/// Parses untrusted HTML into a tree.
///
/// Formatting that Matrix allows and Markdown can express is kept; of everything else, only the text remains. Colours are
/// dropped, because none is readable on every background.
public struct HTMLReader {
  /// The result of parsing HTML.
  public struct Text: Hashable, Sendable {
    /// The tree. Links are elements.
    public var tree: TextTree
    /// The address of each element.
    public var addresses: [String]
  }

  /// The effect of an open tag.
  private enum Meaning {
    case nothing
    /// A line in a table cell, with a blank at both ends.
    case lineInCell
    case superscript
    case style(TextNode.Kind)
    /// A block, and how many blocks were open before it.
    case block(Int)

    var isBlock: Bool { if case .block = self { true } else { false } }
    var isSpoiler: Bool { if case .style(.spoiler) = self { true } else { false } }
  }

  /// Tags nested more deeply are ignored, and only their text is kept.
  static let deepest = 100

  private let mayLink: (String) -> Bool
  private var builder = TreeBuilder()
  private var open: [(name: String, meaning: Meaning)] = []
  /// The nesting depths of `mx-reply`, a copy of the message replied to, for clients without support for replies, and of `pre`.
  private var replies = 0
  private var verbatim = 0
  private var isFirstCell = true
  private var isInCell = false
  /// Whether the next row is the first one of a table, after its caption.
  private var mayBeginTable = false

  /// Parses HTML.
  ///
  /// - Parameters:
  ///   - html: any text.
  ///   - mayLink: whether an address may be linked; other links become plain text.
  public static func read(_ html: String, mayLink: (String) -> Bool) -> Text {
    withoutActuallyEscaping(mayLink) { mayLink in
      var reader = HTMLReader(mayLink: mayLink)
      var tokens = HTMLTokenizer(html)
      while let token = tokens.next() { reader.add(token) }
      reader.builder.finish()
      return Text(tree: reader.builder.tree, addresses: reader.builder.addresses)
    }
  }

  private mutating func add(_ token: HTMLToken) {
    switch token {
    case .open("mx-reply", _): replies += 1
    case .close("mx-reply"): replies = max(0, replies - 1)
    case _ where replies > 0: break
    case .text(let text): builder.add(text, isVerbatim: verbatim > 0)
    case .open("pre", _) where verbatim > 0: verbatim += 1
    case .close("pre") where verbatim > 0: endPre()
    // A block of code cannot contain a spoiler, so it ends here, and the rest becomes ordinary text.
    case .open("span", let attributes) where verbatim > 0 && attributes[.spoiler] != nil:
      verbatim = 1
      endPre()
      push("pre", [:])
      push("span", attributes)
    case .open(let name, let attributes) where verbatim > 0:
      if name == "br" { builder.add("\n", isVerbatim: true) }
      if Self.lines.contains(name) { builder.endLine() }
      if name == "code", let language = attributes[.class].flatMap(Self.language) { builder.name(language) }
    case .close(let name) where verbatim > 0: if Self.lines.contains(name) { builder.endLine() }
    case .open(let name, let attributes): begin(name, attributes)
    case .close(let name): end(name)
    }
  }

  private mutating func begin(_ name: String, _ attributes: [HTMLAttribute: String]) {
    switch name {
    // A cell has only one line.
    case "br": if isInCell { builder.add(" ", isVerbatim: false) } else { builder.lineBreak() }
    case "hr": builder.rule()
    case "img": builder.add(attributes[.alt] ?? "", isVerbatim: false)
    case "tr" where builder.isTable || mayBeginTable:
      if mayBeginTable { builder.openTable() }
      mayBeginTable = false
      builder.beginRow()
      isInCell = false
    case "td" where builder.isTable, "th" where builder.isTable:
      builder.beginCell()
      isInCell = true
    // After another block in a cell, or in hidden text, a row is a line of text.
    case "tr":
      builder.endLine()
      isFirstCell = true
      isInCell = false
    case "td", "th":
      if !isFirstCell { builder.add(" │ ", isVerbatim: false) }
      isFirstCell = false
      isInCell = true
    // A block of code cannot be a spoiler, but plain text can.
    case "pre" where !builder.isHidden:
      builder.closeBlock(to: builder.depth)
      builder.openFence()
      verbatim = 1
    case "a":
      builder.closeLink()
      guard let address = attributes[.href], mayLink(address) else { return }
      builder.openLink(address)
    default: push(name, attributes)
    }
  }

  private mutating func push(_ name: String, _ attributes: [HTMLAttribute: String]) {
    guard open.count < Self.deepest else { return }
    var meaning = Meaning.nothing
    if let style = Self.styles[name] {
      if builder.style(style) { meaning = .style(style) }
    } else if name == "span", let reason = attributes[.spoiler] {
      if !reason.isEmpty { builder.add("(\(reason)) ", isVerbatim: false) }
      if builder.style(.spoiler) { meaning = .style(.spoiler) }
    } else if let block = block(name, attributes) {
      if block == .item, let number = attributes[.value].flatMap(Self.number) {
        builder.restartList(at: number)
      }
      meaning = .block(builder.open(block))
    } else if Self.lines.contains(name), isInCell {
      builder.add(" ", isVerbatim: false)
      meaning = .lineInCell
    } else if Self.lines.contains(name) {
      builder.closeBlock(to: builder.depth)
      meaning = .block(builder.depth)
      if name == "table" { mayBeginTable = !builder.isHidden }
    } else if name == "sup" {
      builder.beginSuperscript()
      meaning = .superscript
    } else if name == "input", attributes[.type]?.lowercased() == "checkbox" {
      builder.add(attributes[.checked] == nil ? "[ ] " : "[x] ", isVerbatim: false)
      return
    }
    open.append((name, meaning))
  }

  private func block(_ name: String, _ attributes: [HTMLAttribute: String]) -> TextNode.Kind? {
    switch name {
    case "blockquote": .quote
    case "ul": .list(start: nil)
    case "ol": .list(start: attributes[.start].flatMap(Self.number) ?? 1)
    case "li": .item
    case "h1", "h2", "h3", "h4", "h5", "h6": .heading(level: Int(name.dropFirst()) ?? 1)
    default: nil
    }
  }

  private mutating func end(_ name: String) {
    if name == "a" { builder.closeLink() }
    if isInCell, ["td", "th", "tr", "table"].contains(name) {
      isInCell = false
      builder.closeCell()
    }
    guard let place = open.lastIndex(where: { $0.name == name }) else { return }
    // Styles may overlap, but closing a block closes everything open in it.
    guard open[place...].contains(where: \.meaning.isBlock) else {
      return close(open.remove(at: place).meaning)
    }
    // If styles and blocks overlap, hidden text stays hidden.
    let isStyle = !open[place].meaning.isBlock
    var kept: [(name: String, meaning: Meaning)] = []
    while open.count > place {
      let last = open.removeLast()
      let isKept = isStyle && open.count > place && last.meaning.isSpoiler
      if isKept { kept.append(last) } else { close(last.meaning) }
    }
    open += kept.reversed()
  }

  private mutating func close(_ meaning: Meaning) {
    switch meaning {
    case .nothing: break
    case .lineInCell: builder.add(" ", isVerbatim: false)
    case .superscript: builder.endSuperscript()
    case .style(let kind): builder.unstyle(kind)
    case .block(let depth): builder.closeBlock(to: depth)
    }
  }

  private mutating func endPre() {
    verbatim -= 1
    if verbatim == 0 { builder.closeBlock(to: builder.depth) }
  }

  /// The number of a list item, clamped to 0...999.
  private static func number(_ text: String) -> Int? { Int(text).map { min(max($0, 0), 999) } }

  /// The language name, if a code fence can contain it.
  private static func language(_ classes: String) -> String? {
    for name in classes.split(separator: " ") where name.hasPrefix("language-") {
      let language = name.dropFirst("language-".count)
      let isName = language.utf8.allSatisfy { $0.isLetter || $0.isDigit || "+#_.-".utf8.contains($0) }
      if isName, !language.isEmpty, language.utf8.count <= 32 { return String(language) }
    }
    return nil
  }

  private static let styles: [String: TextNode.Kind] = [
    "b": .bold, "strong": .bold, "i": .italic, "em": .italic, "del": .struck, "s": .struck, "strike": .struck,
    "code": .code,
  ]

  /// Elements that begin and end on separate lines.
  private static let lines: Set<String> = ["p", "div", "table", "details", "summary", "caption", "pre"]
}
