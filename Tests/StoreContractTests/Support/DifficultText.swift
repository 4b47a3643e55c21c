import Testing

/// A text that a careless store gives back with other bytes.
struct DifficultText: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: String

  static let all = [
    DifficultText(testDescription: "a combining accent", text: "e\u{301}"),
    DifficultText(testDescription: "an accent of one piece", text: "é"),
    DifficultText(testDescription: "NUL between and at the end", text: "a\u{0}b\u{0}"),
    DifficultText(testDescription: "only NUL", text: "\u{0}"),
    DifficultText(testDescription: "blanks at both ends", text: "  \n x \n"),
    DifficultText(testDescription: "only blanks", text: " \t "),
    DifficultText(testDescription: "a line end of two bytes", text: "\r\n"),
    DifficultText(testDescription: "a carriage return", text: "\r"),
    DifficultText(testDescription: "quotes of SQL", text: "'; DROP TABLE drafts; --"),
    DifficultText(testDescription: "a byte order mark", text: "\u{FEFF}x"),
    DifficultText(testDescription: "one and a half flags", text: "\u{1F1E9}\u{1F1EA}\u{1F1E9}"),
    DifficultText(testDescription: "what is no character", text: "\u{FFFE}\u{FFFF}\u{10FFFF}"),
    DifficultText(testDescription: "what looks like markup", text: "[a](pn-user://b)"),
    DifficultText(testDescription: "all of it", text: Samples.difficult),
  ]
}
