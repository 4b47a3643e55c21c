/// Finds the brackets of a text that begin a link, or would without the backslash before them.
///
/// Such a bracket is a `[` whose next unescaped `]` is followed by `(` and, anywhere after that, an unescaped `)`. Only
/// before these do backslashes mean anything in plain words. Rendering and parsing both use this scanner, so they
/// cannot disagree about which brackets need an escape.
struct LinkScanner {
  /// The shape of a link: `[` at `open`, `](` at `close`, `)` at `end`.
  struct Link {
    let open: Int
    let close: Int
    let end: Int
  }

  private let bytes: MarkupBytes
  /// The result of a search that found nothing: the end of the text, or the border to a link that follows, whose own
  /// `](` and `)` would complete a link begun here.
  private let nowhere: Int
  private var position = 0
  /// The last `]` and `)` found. They are valid for every bracket before them, which keeps a text of nothing but
  /// brackets linear.
  private var close = -1
  private var end = -1

  /// - Parameter linkFollows: whether the bytes are plain words with a link directly after them.
  init(_ bytes: MarkupBytes, linkFollows: Bool = false) {
    self.bytes = bytes
    nowhere = linkFollows ? bytes.count : .max
  }

  /// The next bracket that looks like a link, escaped or not.
  mutating func next() -> Link? {
    while let open = bytes.first(.openBracket, from: position) {
      if close < open { close = bytes.firstUnescaped(.closeBracket, from: open + 1) ?? nowhere }
      if close < bytes.count {
        guard close + 1 < bytes.count, bytes[close + 1] == .openParenthesis else {
          // Every bracket up to here has the same end, so it fails like this one.
          position = close + 1
          continue
        }
        if end < close { end = bytes.firstUnescaped(.closeParenthesis, from: close + 2) ?? nowhere }
      } else {
        end = nowhere
      }
      // No later bracket can find what this one did not.
      if end == .max { return nil }
      position = open + 1
      return Link(open: open, close: close, end: end)
    }
    return nil
  }

  /// Continues after an accepted link.
  mutating func skip(_ link: Link) {
    position = link.end + 1
  }
}
