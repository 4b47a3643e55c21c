/// A colour; a terminal that lacks it shows the nearest one it has.
public enum Color: Hashable, Sendable {
  /// The terminal's default foreground or background.
  case standard
  /// One of the 16 colours of every palette, or of xterm's 256.
  case palette(UInt8)
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}
