/// The language of manual pages, as much of it as is needed.
enum Troff {
  /// Words that come out as they are: a hyphen can be copied, a dot at the beginning of a line begins no request.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "~": escaped += "\\(ti"
      case "^": escaped += "\\(ha"
      case "`": escaped += "\\(ga"
      case "'": escaped += "\\(aq"
      case "…": escaped += "\\&..."
      case "“": escaped += "\\(lq"
      case "”": escaped += "\\(rq"
      default: escaped.append(character)
      }
    }
    return text.hasPrefix(".") ? "\\&" + escaped : escaped
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  static func section(_ title: String, _ paragraphs: String...) -> String {
    // A list begins a paragraph by itself.
    ".SH \(title)\n"
      + paragraphs.enumerated().map { ($0 > 0 && !$1.hasPrefix(".TP") ? ".PP\n" : "") + $1 }.joined()
  }

  /// A paragraph; what is between asterisks is bold.
  static func words(_ text: String) -> String {
    text.split(separator: "*", omittingEmptySubsequences: false).enumerated().map { index, part in
      index.isMultiple(of: 2) ? escaped(String(part)) : bold(String(part))
    }.joined() + "\n"
  }

  /// Terms with what they mean. The terms have their markup already.
  static func list(_ items: [(term: String, meaning: String)]) -> String {
    items.map { ".TP\n\($0.term)\n\(escaped($0.meaning))\n" }.joined()
  }
}
