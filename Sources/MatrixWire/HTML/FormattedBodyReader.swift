import DraftEngine

/// Makes elements of the pieces of HTML: words, links and line ends. Everything else is the words in it.
struct FormattedBodyReader {
  private var elements: [MessageElement] = []
  private var words = String.UnicodeScalarView()
  /// Where the open link leads; its words are those that are collected.
  private var target: MentionTarget?
  /// Whether a blank stands before the next word.
  private var hasGap = false
  /// What the next word begins with: nothing yet, a line, or a word before it.
  private var isAtLineStart = true
  /// How many of these are open. They may be within each other as often as they like: they are only counted.
  private var quotes = 0
  private var verbatim = 0

  mutating func add(_ token: HTMLToken) {
    switch token {
    case .open("mx-reply", _): quotes += 1
    case .close("mx-reply"): quotes = max(0, quotes - 1)
    // The words of the message that is answered, for clients that know no answers.
    case _ where quotes > 0: break
    case .text(let text): append(text)
    case .open("a", let attributes):
      closeLink()
      guard let address = attributes[.href], let target = MatrixLink.target(of: address) else { return }
      flushGap()
      flush()
      self.target = target
    case .close("a"): closeLink()
    case .open("br", _): breakLine()
    case .open("img", let attributes): append(attributes[.alt] ?? "")
    case .open("pre", _):
      endLine()
      verbatim += 1
    case .close("pre"):
      verbatim = max(0, verbatim - 1)
      endLine()
    case .open(let name, _): if Self.blocks.contains(name) { endLine() }
    case .close(let name): if Self.blocks.contains(name) { endLine() }
    }
  }

  mutating func finish() -> [MessageElement] {
    closeLink()
    flush()
    while case .plainText(let text) = elements.last {
      elements.removeLast()
      let kept = text.unicodeScalars.reversed().drop { $0 == "\n" || $0 == " " || $0 == "\t" }
      guard kept.isEmpty else {
        elements.append(.plainText(text: String(String.UnicodeScalarView(kept.reversed()))))
        break
      }
    }
    return elements.normalised
  }

  /// What begins and ends on a line of its own.
  private static let blocks: Set<String> = [
    "p", "div", "li", "ul", "ol", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "table", "tr", "hr",
    "details",
    "summary", "caption",
  ]

  private mutating func append(_ text: String) {
    for scalar in text.unicodeScalars {
      let isBlank = scalar.value < 0x21 && UInt8(scalar.value).isHTMLBlank
      if isBlank, verbatim == 0 {
        hasGap = !isAtLineStart
      } else if scalar == "\n" {
        breakLine()
      } else if !scalar.isControl || scalar == "\t" {
        flushGap()
        words.append(scalar)
        isAtLineStart = false
      }
    }
  }

  private mutating func flushGap() {
    if hasGap { words.append(" ") }
    hasGap = false
  }

  /// A line end. The words of a link stay on one line.
  private mutating func breakLine() {
    guard target == nil else {
      hasGap = !isAtLineStart
      return
    }
    hasGap = false
    words.append("\n")
    isAtLineStart = true
  }

  /// A line end, unless the line is empty.
  private mutating func endLine() {
    if !isAtLineStart { breakLine() }
  }

  private mutating func closeLink() {
    guard let target else { return }
    self.target = nil
    let text = String(words)
    words = String.UnicodeScalarView()
    if !text.isEmpty { elements.append(.link(text: text, target: target)) }
  }

  private mutating func flush() {
    guard !words.isEmpty else { return }
    elements.append(.plainText(text: String(words)))
    words = String.UnicodeScalarView()
  }
}
