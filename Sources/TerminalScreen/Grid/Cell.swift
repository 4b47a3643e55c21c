/// One cell of the screen. The second cell of a wide glyph holds no text.
public struct Cell: Hashable, Sendable {
  public let text: String
  public var style: Style
  /// How many cells its glyph takes; 0 for the second cell of a wide one.
  public let width: Int

  init(text: String, style: Style, width: Int) {
    self.text = text
    self.style = style
    self.width = width
  }

  public static let blank = Cell(text: " ", style: .plain, width: 1)

  public static func space(_ style: Style) -> Cell { Cell(text: " ", style: style, width: 1) }
}
