import TerminalScreen

/// Words of all widths and styles over each other, different at each step, the same in each run.
struct Jumble {
  private struct Piece {
    let words: ScreenText
    let style: Style
    let position: Position
  }

  private static let words: [ScreenText] = [
    "a", "letters", "a few words of many letters", "漢", "漢字かな", "a漢b字c", "é", "über", "──┤", "   ", "漢 字",
  ]
  /// More pieces would hide those that have to be erased.
  private static let most = 40
  /// Few rows, so that many pieces overlap.
  private static let rows = 5

  private(set) var step = 0
  private var pieces: [Piece] = []
  private var random: UInt64 = 1

  mutating func change(columns: Int) {
    step += 1
    for _ in 0..<10 {
      let style = Style(.palette(UInt8(next(below: 256))), on: .palette(UInt8(next(below: 256))), .init())
      pieces.append(
        Piece(
          words: Self.words[next(below: Self.words.count)], style: style,
          position: Position(column: next(below: columns + 4) - 4, row: next(below: Self.rows))))
    }
    pieces.removeFirst(max(0, pieces.count - Self.most))
  }

  func draw(on grid: inout Grid) {
    guard step > 0 else { return }
    for piece in pieces { grid.put(piece.words, at: piece.position, in: grid.bounds, piece.style) }
    let row = grid.size.rows - 3
    let words = ScreenText("jumble \(step)")
    grid.put(words, at: Position(column: 0, row: row), in: grid.bounds, .plain)
  }

  private mutating func next(below limit: Int) -> Int {
    random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(random >> 33) % limit
  }
}

/// A text for a terminal: pieces separated by U+001F that each begin with an absolute cursor move, each with its
/// width and whether terminals may disagree about the width.
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
