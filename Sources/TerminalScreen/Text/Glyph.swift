/// The picture of a Character, or of a part of one, in one or two cells.
///
/// Only `ScreenText` makes them, so that nothing is drawn which did not pass its door.
public struct Glyph: Hashable, Sendable {
  /// What the terminal is sent: a base with its marks, and nothing that it could obey.
  public let text: String
  /// 1 or 2.
  public let width: Int

  init(text: String, width: Int) {
    self.text = text
    self.width = width
  }

  public static let space = Glyph(text: " ", width: 1)
}
