import TerminalScreen

extension StyledText {
  /// Text from outside; a long text becomes no more glyphs than a screen is wide.
  init(_ text: String, _ style: Style, limit: Int = 512) {
    self.init(ScreenText(text, limit: limit), style)
  }

  mutating func append(_ text: String, _ style: Style) { append(StyledText(text, style)) }

  /// Without the blanks that a row of wrapped text may have behind its edge.
  var withoutBlanksAtEnd: StyledText {
    self[0..<(glyphs.lastIndex { $0 != ScreenText.blank.glyphs[0] } ?? -1) + 1]
  }

  /// One text after the other with a separator between them, unless one is empty.
  mutating func join(_ other: StyledText, with mark: ScreenText = .dot, _ style: Style) {
    guard !other.isEmpty else { return }
    if !isEmpty { append(mark, style) }
    append(other)
  }

  /// As many whole parts between dots as fit: a key with half of its meaning helps nobody.
  func wholeKeys(columns: Int) -> StyledText {
    if width <= columns { return self }
    let dot = ScreenText.dot.glyphs
    var end = 0
    var width = 0
    for index in 0..<count {
      if glyphs[index...].starts(with: dot) {
        guard width <= columns else { break }
        end = index
      }
      width += glyphs[index].width
    }
    return self[0..<end]
  }
}

extension ScreenText {
  /// The separator between two parts of a line.
  static let dot: ScreenText = " · "
  static let blank: ScreenText = " "
}
