import TerminalScreen

/// A text as it goes to a terminal: pieces that each begin with an absolute move of the cursor, separated by U+001F, each
/// with its width and whether terminals may disagree about that.
struct Pieces: CustomStringConvertible {
  let description: String

  init(_ text: String) {
    var pieces: [(text: String, width: Int, isPlaced: Bool)] = []
    var follows = false
    for glyph in ScreenText(text).glyphs {
      if glyph.isPlaced || !follows { pieces.append(("", 0, glyph.isPlaced)) }
      pieces[pieces.count - 1].text += glyph.text
      pieces[pieces.count - 1].width += glyph.width
      follows = !glyph.isPlaced
    }
    description = pieces.map { "\($0.width)\($0.isPlaced ? "?" : "=")\($0.text)" }.joined(separator: "\u{1F}")
  }
}
