/// Finds the brackets of a text that begin a link, or would if no backslash stood in front of them.
///
/// Such a bracket is a `[` whose next unescaped `]` is followed by `(` and, anywhere behind, an unescaped `)`. Only
/// in front of these do backslashes mean anything in plain words. Render asks about the words it is to write and
/// parse about the words it reads, and both ask here, so they cannot disagree about which brackets need an escape.
struct LinkScanner {
  /// The shape of a link: `[` at `open`, `](` at `close`, `)` at `end`.
  struct Link {
    let open: Int
    let close: Int
    let end: Int
  }

  private let bytes: MarkupBytes
  /// What a search that found nothing answers: behind everything, or at the border to a link that follows, whose
  /// own `](` and `)` would complete what was begun here.
  private let nowhere: Int
  private var position = 0
  /// The last `]` and `)` found. They serve every bracket in front of them, which is what keeps a text of nothing
  /// but brackets linear.
  private var close = -1
  private var end = -1

  /// - Parameter linkFollows: whether the bytes are plain words with a link directly behind them.
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
          // Every bracket up to here has the same end and fails with this one.
          position = close + 1
          continue
        }
        if end < close { end = bytes.firstUnescaped(.closeParenthesis, from: close + 2) ?? nowhere }
      } else {
        end = nowhere
      }
      // Nothing further back can find what this bracket did not.
      if end == .max { return nil }
      position = open + 1
      return Link(open: open, close: close, end: end)
    }
    return nil
  }

  /// Goes on behind a link that was taken as one.
  mutating func skip(_ link: Link) {
    position = link.end + 1
  }
}
