extension UInt8 {
  /// Whether it is a blank, a tab or a carriage return.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  /// The letter in lower case; other bytes are unchanged.
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension [UInt8] {
  /// Whether a text is at a position, ignoring case.
  func has(_ text: StaticString, at place: Int, before end: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place >= 0, place + count <= end else { return false }
    for index in 0..<count where self[place + index].lowercased != text.utf8Start[index] { return false }
    return true
  }
}
