/// A terminal's report about its support for pictures.
public enum PictureAnswer: Hashable, Sendable {
  /// The terminal supports kitty's protocol, according to its answer to the question with this number.
  case kitty(question: Int)
  /// The maximum number of colours of a sixel picture.
  case colors(Int)
  /// The maximum size of a sixel picture.
  case largest(Size)
  /// The size of a cell in pixels.
  case cell(Size)
  /// The terminal's name, usually with a version.
  case name(String)
}
