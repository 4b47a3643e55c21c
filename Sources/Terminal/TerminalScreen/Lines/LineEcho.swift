/// Produces output that a screen reader can follow: whole lines, and the echo of typed text.
///
/// It echoes like an old terminal: added text is appended, Backspace erases backwards, and nothing is written above the last
/// line. It uses no escape sequences, so it works on every terminal.
public struct LineEcho: Hashable, Sendable {
  private var shown: TypedLine?

  public init() {}

  /// Forgets the echoed line: the terminal is at the beginning of an empty line.
  public mutating func forget() { shown = nil }

  /// The bytes that write lines, and under them the input line.
  public mutating func text(saying lines: [ScreenText], above line: TypedLine) -> String {
    defer { shown = line }
    guard lines.isEmpty else {
      return erasing() + lines.map { $0.letters + "\r\n" }.joined() + Self.whole(line)
    }
    guard let shown else { return Self.whole(line) }
    if shown == line { return "" }
    guard shown.row == line.row, shown.prompt == line.prompt else { return "\r\n" + Self.whole(line) }
    return Self.change(from: shown, to: line)
  }

  /// The output before another program gets the terminal, which then starts on a new line.
  public mutating func leaving() -> String {
    defer { shown = nil }
    return shown == nil ? "" : "\r\n"
  }

  /// Erases the typed line with blanks, which screen readers skip silently.
  private func erasing() -> String {
    guard let shown else { return "" }
    let width = shown.prompt.width + shown.words.width
    return width == 0 ? "" : "\r" + String(repeating: " ", count: width) + "\r"
  }

  private static func whole(_ line: TypedLine) -> String {
    line.prompt.letters + line.words.letters + back(line.words.width - line.caret)
  }

  private static func change(from old: TypedLine, to new: TypedLine) -> String {
    let pairs = zip(old.words.glyphs, new.words.glyphs)
    let same = pairs.prefix { $0 == $1 }.count
    let column = new.words.glyphs[..<same].reduce(0) { $0 + $1.width }
    var text = ""
    if same == old.words.count, same == new.words.count {
      // Only the caret moved: rewriting letters moves it forward.
      return new.caret < old.caret
        ? back(old.caret - new.caret) : new.words.letters(from: old.caret, to: new.caret)
    }
    text += old.caret > column ? back(old.caret - column) : new.words.letters(from: old.caret, to: column)
    text += new.words.glyphs[same...].map(\.text).joined()
    let rest = max(0, old.words.width - new.words.width)
    text += String(repeating: " ", count: rest) + back(rest)
    return text + back(new.words.width - new.caret)
  }

  private static func back(_ columns: Int) -> String { String(repeating: "\u{8}", count: max(0, columns)) }
}

extension ScreenText {
  /// The text sent to the terminal.
  var letters: String { glyphs.map(\.text).joined() }

  /// The text between two columns.
  fileprivate func letters(from start: Int, to end: Int) -> String {
    var column = 0
    var text = ""
    for glyph in glyphs {
      if column >= start, column < end { text += glyph.text }
      column += glyph.width
    }
    return text
  }
}

/// The input line at the bottom of a plain terminal, with its caret.
public struct TypedLine: Hashable, Sendable {
  /// The prompt: "> ".
  public var prompt: ScreenText
  /// The visible row of the typed text.
  public var words: ScreenText
  /// The column of the caret within `words`.
  public var caret: Int
  /// The number of the row; a change of it begins a new line.
  public var row: Int

  public init(prompt: ScreenText = "", words: ScreenText = "", caret: Int = 0, row: Int = 0) {
    self.prompt = prompt
    self.words = words
    self.caret = caret
    self.row = row
  }
}
