import DraftEngine
import TestSupport

/// A history in which a mention was lost or misplaced, for reading.
struct SurvivalFailure {
  var history: EditingHistory
  /// The mentions that the engine kept.
  var result: [MentionSpan]
  var lost: [MentionSpan]
  var wrong: [MentionSpan]
  /// The mentions that a plain diff over words kept.
  var byWords: [MentionSpan]

  var description: String {
    var lines = ["", "=== history \(history.seed): \(lost.count) lost, \(wrong.count) wrong"]
    lines += ["--- before", Self.mark(history.mentions, in: history.before)]
    lines += ["--- after, with the mentions where they belong"]
    lines += [Self.mark(history.survivors, in: history.after) { lost.contains($0) ? " LOST" : "" }]
    if !wrong.isEmpty {
      lines += ["--- after, with the mentions as the engine has them"]
      lines += [Self.mark(result, in: history.after) { wrong.contains($0) ? " WRONG" : "" }]
    }
    lines += ["---"]
    for span in lost {
      let words = Self.words(span, in: history.after)
      let before = history.mentions.first { $0.target == span.target }?.range ?? span.range
      let plain = byWords.contains(span) ? "a diff over words keeps it" : "a diff over words loses it too"
      lines += ["lost   \(Self.number(span)) \"\(words)\" \(before) -> \(span.range) (\(plain))"]
    }
    for span in wrong {
      let words = Self.words(span, in: history.after)
      let truth = history.survivors.first { $0.target == span.target }.map { "belongs at \($0.range)" }
      lines += ["wrong  \(Self.number(span)) \"\(words)\" at \(span.range), \(truth ?? "should be gone")"]
    }
    lines += history.edits.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return lines.joined(separator: "\n")
  }

  /// The text with each mention as `[words|number]`.
  private static func mark(
    _ mentions: [MentionSpan], in text: String, note: (MentionSpan) -> String = { _ in "" }
  ) -> String {
    var marked = text
    for span in mentions.reversed() {
      let start = marked.utf8.index(marked.startIndex, offsetBy: span.range.lowerBound)
      let end = marked.utf8.index(marked.startIndex, offsetBy: span.range.upperBound)
      marked.replaceSubrange(start..<end, with: "[\(words(span, in: text))|\(number(span))\(note(span))]")
    }
    return marked
  }

  private static func words(_ span: MentionSpan, in text: String) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: span.range.lowerBound)
    return text[start..<text.utf8.index(text.startIndex, offsetBy: span.range.upperBound)]
  }

  private static func number(_ span: MentionSpan) -> String {
    if case .user(let id) = span.target { String(id.drop { $0 != "-" }.dropFirst()) } else { "?" }
  }
}
