import TerminalScreen

extension TextRows {
  /// Tells the Characters of a row that are not its newline: their bytes, their first column and their glyphs.
  func walk(_ row: Int, _ tell: (_ character: Range<Int>, _ column: Int, _ glyphs: [Glyph]) -> Bool) {
    let range = range(of: row)
    var pictures = CharacterPictures(showsInvisible: rule.showsInvisible)
    var index = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    var offset = range.lowerBound
    var column = row == 0 ? rule.indent : 0
    while offset < range.upperBound {
      let after = text.index(after: index)
      let end = offset + text.utf8.distance(from: index, to: after)
      let character = text[index]
      guard !CharacterPictures.isNewline(character) else { return }
      let glyphs = pictures.glyphs(of: character, column: column)
      guard tell(offset..<end, column, glyphs) else { return }
      column += glyphs.reduce(0) { $0 + $1.width }
      offset = end
      index = after
    }
  }

  /// A row as it is drawn. The styles are those of ranges in order, and of what lies outside of them.
  func styled(_ row: Int, _ plain: Style, _ spans: [StyledSpan] = []) -> StyledText {
    var result = StyledText()
    var next = StyledSpan.firstIndex(endingAfter: starts[row], in: spans)
    walk(row) { character, column, glyphs in
      // A blank that hangs over the edge is not drawn, but a message's row may end in thousands of them.
      guard column < rule.columns + min(rule.overhang, 1) else { return false }
      while next < spans.count, spans[next].range.upperBound <= character.lowerBound { next += 1 }
      let isInside = next < spans.count && spans[next].range.lowerBound <= character.lowerBound
      result.append(ScreenText(glyphs: glyphs), isInside ? spans[next].style : plain)
      return true
    }
    return result
  }
}

/// A stretch of a text that has looks of its own, in UTF-8 bytes.
struct StyledSpan: Hashable, Sendable {
  var range: Range<Int>
  var style: Style

  /// The first of spans in order that ends behind an offset, or their count.
  static func firstIndex(endingAfter offset: Int, in spans: [StyledSpan]) -> Int {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].range.upperBound > offset { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
