/// A colour; a terminal that lacks it shows the nearest one it has.
public enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// One of the 16 that every palette has, or of the 256 of xterm.
  case palette(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}
