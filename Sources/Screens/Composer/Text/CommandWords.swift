/// Splits a line as a shell does: at blanks, with quotes and backslashes.
package nonisolated enum CommandWords {
  /// - Returns: nil if a quote is not closed.
  package static func split(_ line: String) -> [String]? {
    var words: [String] = []
    var word = ""
    var isInWord = false
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        // Between double quotes a backslash before any other character is itself.
        if quote != nil, !"$`\"\\".contains(character) { word.append("\\") }
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isInWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        isInWord = true
      } else if character == " " || character == "\t" {
        if isInWord { words.append(word) }
        word = ""
        isInWord = false
      } else {
        word.append(character)
        isInWord = true
      }
    }
    guard quote == nil, !isEscaped else { return nil }
    if isInWord { words.append(word) }
    return words
  }
}
