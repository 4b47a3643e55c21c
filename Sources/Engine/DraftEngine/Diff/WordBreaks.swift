/// The rules that split a text into words: letters and digits together, any other mark alone, blanks in between.
///
/// Scripts written without blanks (kana, ideographs) and emoji are taken scalar by scalar.
enum WordBreaks {
  enum Kind {
    case blank
    case letter
    case mark
  }

  @inline(__always)
  static func kind(_ lead: UInt8) -> Kind {
    if lead < 0x80 {
      if lead <= 0x20 { return .blank }
      let lower = lead | 0x20
      let isLetter = lower >= 0x61 && lower <= 0x7A
      return isLetter || (lead >= 0x30 && lead <= 0x39) || lead == 0x5F ? .letter : .mark
    }
    switch lead {
    case 0x80...0xBF, 0xC3...0xDF, 0xE0, 0xE1, 0xEA...0xED: return .letter
    default: return .mark
    }
  }

  /// The end of the word that begins at `start`, at most `limit`.
  @inline(__always)
  static func end(of start: Int, in bytes: Span<UInt8>, limit: Int) -> Int {
    var end = start + 1
    if kind(bytes[start]) == .letter {
      while end < limit, kind(bytes[end]) == .letter { end += 1 }
    } else {
      while end < limit, bytes[end] & 0xC0 == 0x80 { end += 1 }
    }
    return end
  }

  /// Whether a word could end or begin at the offset; never inside a scalar.
  @inline(__always)
  static func isBreak(_ offset: Int, in bytes: Span<UInt8>) -> Bool {
    if offset == 0 || offset == bytes.count { return true }
    if CommonEnds.isInsideScalar(bytes, offset) { return false }
    if kind(bytes[offset]) != .letter { return true }
    var before = offset - 1
    while bytes[before] & 0xC0 == 0x80 { before -= 1 }
    return kind(bytes[before]) != .letter
  }
}
