import TerminalScreen

extension StyledText {
  /// Text from outside; of a long one no more glyphs are made than a screen is wide.
  init(_ text: String, _ style: Style, limit: Int = 512) {
    self.init(ScreenText(text, limit: limit), style)
  }

  mutating func append(_ text: String, _ style: Style) { append(StyledText(text, style)) }

  /// One text behind the other with a mark between them, unless one is empty.
  mutating func join(_ other: StyledText, with mark: ScreenText = .dot, _ style: Style) {
    guard !other.isEmpty else { return }
    if !isEmpty { append(mark, style) }
    append(other)
  }
}

extension ScreenText {
  /// Between two parts of a line.
  static let dot: ScreenText = " · "
  static let blank: ScreenText = " "
}
