/// What a terminal said of the pictures that it shows.
public enum PictureAnswer: Hashable, Sendable {
  /// It knows kitty's protocol, as it said to the question with this number.
  case kitty(question: Int)
  /// A picture of sixels may have so many colours.
  case colors(Int)
  /// A picture of sixels may have so many pixels.
  case largest(Size)
  /// A cell has so many pixels.
  case cell(Size)
  /// It calls itself so, mostly with a version.
  case name(String)
}
