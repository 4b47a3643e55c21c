/// The kind of character next to a run of marks, which decides whether the run opens, closes or is text.
enum Neighbour {
  case blank
  case punctuation
  case letter

  /// The character that ends before a byte.
  ///
  /// - Parameter start: the start of the block.
  init(before place: Int, in bytes: [UInt8], from start: Int) {
    guard place > start else {
      self = .blank
      return
    }
    var first = place - 1
    while first > start, bytes[first] & 0xC0 == 0x80, place - first < 4 { first -= 1 }
    self.init(bytes, first..<place)
  }

  /// The character that begins at a byte.
  ///
  /// - Parameter end: the end of the block.
  init(at place: Int, in bytes: [UInt8], to end: Int) {
    guard place < end else {
      self = .blank
      return
    }
    var last = place + 1
    while last < end, bytes[last] & 0xC0 == 0x80, last - place < 4 { last += 1 }
    self.init(bytes, place..<last)
  }

  init(_ scalar: Unicode.Scalar) {
    self = scalar.isASCII ? Self.kind(ofASCII: UInt8(scalar.value)) : Self.kind(of: scalar.value)
  }

  private init(_ bytes: [UInt8], _ range: Range<Int>) {
    let first = bytes[range.lowerBound]
    guard first >= 0x80 else {
      self = Self.kind(ofASCII: first)
      return
    }
    var value: UInt32 =
      switch range.count {
      case 2: UInt32(first & 0x1F)
      case 3: UInt32(first & 0x0F)
      case 4: UInt32(first & 0x07)
      default: 0
      }
    // A placeholder for an element counts as a letter.
    guard range.count > 1 else {
      self = .letter
      return
    }
    for place in range.dropFirst() { value = value << 6 | UInt32(bytes[place] & 0x3F) }
    self = Self.kind(of: value)
  }

  private static func kind(ofASCII byte: UInt8) -> Neighbour {
    byte <= 0x20 || byte == 0x7F ? .blank : byte.isDigit || byte.isLetter ? .letter : .punctuation
  }

  /// Zero-width and bidirectional control scalars count as blanks, so that they cannot hide a mark.
  private static func kind(of scalar: UInt32) -> Neighbour {
    switch scalar {
    case 0x80...0xA0, 0xAD, 0x1680, 0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0xFEFF: .blank
    case 0xAA, 0xB2, 0xB3, 0xB5, 0xB9, 0xBA, 0xBC...0xBE: .letter
    case 0xA1...0xBF, 0xD7, 0xF7, 0x2010...0x2027, 0x2030...0x205E: .punctuation
    case 0x20A0...0x20CF, 0x3001...0x303F: .punctuation
    case 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65: .punctuation
    default: .letter
    }
  }
}
