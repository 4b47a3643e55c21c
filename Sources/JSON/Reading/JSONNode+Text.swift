extension JSONNode {
  /// The words of a string, with NUL and every other scalar as it was written.
  ///
  /// Half a surrogate pair and invalid UTF-8 are U+FFFD.
  public var string: String? {
    let node = node
    switch node.kind {
    case .string: return tape.text(Int(node.start) + 1..<Int(node.end) - 1)
    case .escapedString: return String(decoding: tape.unescaped(node), as: UTF8.self)
    default: return nil
    }
  }

  /// Whether this is a string of exactly these scalars, without making a `String` of it.
  public func isString(_ text: String) -> Bool {
    let wanted = text.utf8Span.span
    return tape.isString(node, wanted, mayBeRepaired: wanted.contains(0xEF))
  }
}

extension Tape {
  /// These bytes as text, repaired where they are not UTF-8.
  func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
    }
  }

  /// The bytes of a string whose escapes were checked.
  func unescaped(_ node: TapeNode) -> [UInt8] {
    var text: [UInt8] = []
    let end = Int(node.end) - 1
    text.reserveCapacity(end - Int(node.start))
    var place = Int(node.start) + 1
    while place < end {
      let run = bytes[place..<end].prefix { $0 != UInt8(ascii: "\\") }
      text += run
      place = run.endIndex + 1
      guard place < end else { break }
      switch bytes[place] {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        text += UTF8.encode(scalar(&place, before: end)) ?? UTF8.encodedReplacementCharacter
      case let byte: text.append(byte)
      }
      place += 1
    }
    return text
  }

  /// Reads the digits behind `\u`, and the second half of a pair if it follows. Then the place is at the last digit.
  private func scalar(_ place: inout Int, before end: Int) -> Unicode.Scalar {
    let high = unit(at: place + 1)
    place += 4
    if let scalar = Unicode.Scalar(high) { return scalar }
    if high < 0xDC00, place + 6 < end, bytes[place + 1] == UInt8(ascii: "\\"),
      bytes[place + 2] == UInt8(ascii: "u")
    {
      let low = unit(at: place + 3)
      if (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      {
        place += 6
        return scalar
      }
    }
    return "\u{FFFD}"
  }

  private func unit(at place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 4 | UInt32($1.hexDigit ?? 0) }
  }
}
