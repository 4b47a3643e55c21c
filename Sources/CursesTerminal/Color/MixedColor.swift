/// A colour as red, green and blue.
struct MixedColor: Hashable {
  var red: Int
  var green: Int
  var blue: Int

  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = Int(red)
    self.green = Int(green)
    self.blue = Int(blue)
  }

  /// As one number, as direct-colour terminals expect it.
  var packed: Int32 {
    let number = Int32(red << 16 | green << 8 | blue)
    // 0 to 7 are palette colours there; the next RGB value looks the same.
    return number < 8 ? (number == 0 ? 0 : 0x08) : number
  }

  /// How different two colours look: green counts most, and red counts more the redder they are.
  func distance(to other: MixedColor) -> Int {
    let mean = (red + other.red) / 2
    let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
    return (512 + mean) * r * r + 1024 * g * g + (767 - mean) * b * b
  }
}
