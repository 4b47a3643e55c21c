import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

extension Scenario {
  /// What was said while something was done.
  func hearing(_ body: () async throws -> Void) async rethrows -> [String] {
    let before = terminal.said.count
    try await body()
    return Array(terminal.said[before...])
  }

  /// The line in which one types, with a bar where the caret is.
  var typed: String {
    let line = terminal.typed
    var text = ""
    var column = 0
    for glyph in line.words.glyphs {
      if column == line.caret { text += "|" }
      text += glyph.text
      column += glyph.width
    }
    if column <= line.caret { text += "|" }
    return line.prompt.glyphs.map(\.text).joined() + text
  }
}

/// What a terminal of old makes of bytes: letters, Return, Backspace and line ends, and nothing else.
struct OldTerminal {
  private(set) var lines: [[Character]] = [[]]
  private(set) var column = 0
  /// Whether only what such a terminal knows was written.
  private(set) var isPlain = true

  init(_ bytes: String) {
    for scalar in bytes.unicodeScalars {
      switch scalar {
      case "\n": lines.append([])
      case "\r": column = 0
      case "\u{8}": column = max(0, column - 1)
      case "\u{7}": break
      case _ where scalar.value < 32 || scalar.value == 127: isPlain = false
      default: put(Character(scalar))
      }
    }
  }

  private mutating func put(_ letter: Character) {
    let last = lines.count - 1
    while lines[last].count <= column { lines[last].append(" ") }
    lines[last][column] = letter
    column += 1
  }

  /// The last line without the blanks at its end.
  var last: String {
    var line = lines[lines.count - 1]
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
