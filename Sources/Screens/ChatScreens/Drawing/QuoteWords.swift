package import ChatDomain
import DraftEngine
import TerminalScreen

/// A quoted message in one line.
struct QuoteWords {
  let author: String
  let text: String

  func styled(_ theme: Theme) -> StyledText {
    var line = StyledText("> ", theme.quote)
    line.append(StyledText(author, theme.quote, limit: 64))
    line.append(": ", theme.quote)
    line.append(StyledText(FirstWords.line(of: text), theme.quote))
    return line
  }
}

extension QuotedMessage {
  /// What a quote shows: the beginning of the message's text without its marks, or why there is none.
  package func shownText(upTo limit: Int = 512) -> String {
    placeholder ?? elements.words(upTo: limit)
  }
}

/// The beginning of a text that may be long, on one line.
enum FirstWords {
  private static let most = 512

  static func line(of text: String) -> String {
    // Most text is short and on one line, and needs no change.
    if text.utf8.count <= most, !mayBreak(text.utf8) { return text }
    return String(text.beginning(most).map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  /// Whether there may be a tab or the end of a line in a text: by its bytes, because each row asks with each key.
  private static func mayBreak(_ bytes: String.UTF8View) -> Bool {
    // U+0085 ends in this byte, U+2028 and U+2029 in the others; a few letters do too.
    bytes.contains { $0 < 0x20 || $0 == 0x85 || $0 == 0xA8 || $0 == 0xA9 }
  }
}
