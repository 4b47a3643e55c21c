/// A text with a caret, as a test writes it down: `"see |foo"` is the text `see foo` with the caret before `foo`.
struct CaretText: Hashable, Sendable, CustomStringConvertible {
  let text: String
  /// UTF-8 bytes before the caret.
  let caret: Int

  init(text: String, caret: Int) {
    self.text = text
    self.caret = caret
  }

  /// Reads scalars, for a combining mark may stand right behind the caret.
  init(_ notation: String) {
    let parts = notation.unicodeScalars.split(
      separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    precondition(parts.count == 2, "no caret in \(notation)")
    caret = String(parts[0]).utf8.count
    text = String(String.UnicodeScalarView(parts.joined()))
  }

  /// As a Swift literal, so that a text of invisible pieces can be copied into a test.
  var description: String {
    var written = ""
    var left = caret
    for scalar in text.unicodeScalars {
      if left == 0 { written += "|" }
      left -= String(scalar).utf8.count
      written += scalar.isASCII ? scalar.escaped(asASCII: true) : "\\u{\(String(scalar.value, radix: 16))}"
    }
    return "\"\(written)\(left == 0 ? "|" : "")\""
  }

  static func == (left: CaretText, right: CaretText) -> Bool {
    left.caret == right.caret && left.text.utf8.elementsEqual(right.text.utf8)
  }
}
