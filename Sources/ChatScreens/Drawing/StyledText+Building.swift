import TerminalScreen

extension StyledText {
  /// Text from outside; a long text becomes no more glyphs than a screen is wide.
  init(_ text: String, _ style: Style, limit: Int = 512) {
    self.init(ScreenText(text, limit: limit), style)
  }

  mutating func append(_ text: String, _ style: Style) { append(StyledText(text, style)) }

  /// One text after the other with a separator between them, unless one is empty.
  mutating func join(_ other: StyledText, with mark: ScreenText = .dot, _ style: Style) {
    guard !other.isEmpty else { return }
    if !isEmpty { append(mark, style) }
    append(other)
  }
}

extension ScreenText {
  /// The separator between two parts of a line.
  static let dot: ScreenText = " · "
  static let blank: ScreenText = " "
}
