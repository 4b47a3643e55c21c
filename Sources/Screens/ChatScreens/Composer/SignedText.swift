import DraftEngine

/// A draft's text as it is shown where mentions have no colour of their own: with an `@` or a `#` in front of each.
///
/// An offset at the beginning of a mention stands in front of its sign, so the caret is never between the two.
struct SignedText: Hashable, Sendable {
  let shown: String
  /// Where in the draft's text the mentions with a sign begin, in order; a sign is one byte.
  private let starts: [Int]

  init(_ text: String, signing mentions: [MentionSpan]) {
    let signs = mentions.compactMap { span -> (start: Int, sign: String)? in
      guard let sign = span.target.sign, !text.slice(utf8: span.range).hasPrefix(sign) else { return nil }
      return (span.range.lowerBound, sign)
    }
    starts = signs.map(\.start)
    guard !signs.isEmpty else {
      shown = text
      return
    }
    var result = ""
    var end = 0
    for (start, sign) in signs {
      result += text.slice(utf8: end..<start)
      result += sign
      end = start
    }
    shown = result + text.slice(utf8: end..<text.utf8.count)
  }

  /// Where an offset of the draft's text is in the shown text.
  func shownOffset(_ offset: Int) -> Int {
    starts.isEmpty ? offset : offset + starts.partitioningIndex { $0 >= offset }
  }

  /// The offset of the draft's text for one of the shown text.
  func offset(shown: Int) -> Int {
    guard !starts.isEmpty else { return shown }
    var signs = 0
    while signs < starts.count, starts[signs] + signs < shown { signs += 1 }
    return shown - signs
  }
}
