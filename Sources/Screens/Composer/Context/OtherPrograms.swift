/// What an editor has left.
public nonisolated enum EditedText: Hashable, Sendable {
  case saved(String)
  /// The editor ended with a status that says to forget it, as vi does after `:cq`.
  case givenUp(String)
}

/// The user's other programs.
public nonisolated protocol OtherPrograms: Sendable {
  /// Lets the user edit text in `$EDITOR`. The result stays in a file until it is saved. Throws a sentence.
  /// - Parameter take: receives the text if it has changed or was given up, and returns whether it was saved.
  @MainActor
  func edit(_ text: String, take: @escaping @MainActor (EditedText) async -> Bool) async throws(ProgramError)
  /// Asks a running editor to exit, and returns once its text was taken. Does not wait forever for an editor that does
  /// not exit.
  /// - Parameter isHangUp: whether the terminal is gone, as opposed to the user quitting.
  /// - Returns: where the text may be if the editor exited without saving it.
  @MainActor
  func endEditing(isHangUp: Bool) async -> String?
  /// Gives text to a program that keeps the desktop's clipboard.
  /// - Returns: whether one has it now.
  func copy(_ text: String) async -> Bool
  /// Opens an address or a file.
  func open(_ address: String) async throws(ProgramError)
}

/// The reason another program failed, as a sentence.
public nonisolated struct ProgramError: Error, Hashable, Sendable {
  public let sentence: String

  public init(_ sentence: String) { self.sentence = sentence }
}

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
