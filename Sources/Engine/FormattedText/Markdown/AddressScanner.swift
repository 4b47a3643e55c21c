/// Finds the ends of addresses in text and in the parentheses of a link.
enum AddressScanner {
  /// Longer addresses are not links.
  static let longest = 2_048

  /// The end of an address that begins here, without trailing punctuation of the sentence; nil if there is none.
  static func end(ofAddressAt place: Int, in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    let prefix: Int
    if bytes.has("https://", at: place, before: end) {
      prefix = 8
    } else if bytes.has("http://", at: place, before: end) {
      prefix = 7
    } else {
      return nil
    }
    if place > start, case .letter = Neighbour(before: place, in: bytes, from: start) { return nil }
    var last = place + prefix
    var open = 0
    while last < end, !endsAddress(bytes[last]) {
      if bytes[last] == UInt8(ascii: "|"), last + 1 < end, bytes[last + 1] == UInt8(ascii: "|") { break }
      if bytes[last] == UInt8(ascii: "(") { open += 1 }
      if bytes[last] == UInt8(ascii: ")") {
        // An unmatched closing parenthesis belongs to the sentence.
        if open == 0 { break }
        open -= 1
      }
      last += 1
    }
    while last > place + prefix, ".,)!?:*_~;'".utf8.contains(bytes[last - 1]) {
      if bytes[last - 1] == UInt8(ascii: ")"), open == 0 { break }
      last -= 1
    }
    return last > place + prefix ? last : nil
  }

  private static func endsAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case ...0x20, 0x7F, 0xFF: true
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["),
      UInt8(ascii: "]"), UInt8(ascii: "\\"):
      true
    default: false
    }
  }

  /// The range of the address in `<…>`; nil if no address follows the bracket, or the bracket is not closed.
  static func bracketed(at place: Int, in bytes: [UInt8], to end: Int) -> Range<Int>? {
    guard bytes.has("<http://", at: place, before: end) || bytes.has("<https://", at: place, before: end)
    else { return nil }
    var last = place + 1
    while last < end, last - place <= longest {
      if bytes[last] == UInt8(ascii: ">") { return place + 1..<last }
      if bytes[last] <= 0x20 || bytes[last] == UInt8(ascii: "<") || bytes[last] == 0xFF { return nil }
      last += 1
    }
    return nil
  }

  /// The range of the address in `(…)`, with balanced parentheses; nil if there is no supported address.
  ///
  /// - Parameter place: the position of the opening parenthesis.
  static func linked(at place: Int, in bytes: [UInt8], to end: Int) -> Range<Int>? {
    guard place < end, bytes[place] == UInt8(ascii: "("),
      schemes.contains(where: { bytes.has($0, at: place + 1, before: end) })
    else { return nil }
    var last = place + 1
    var open = 0
    while last < end, last - place <= longest {
      switch bytes[last] {
      case ...0x20, 0x7F, 0xFF, UInt8(ascii: "<"), UInt8(ascii: ">"): return nil
      case UInt8(ascii: "("):
        open += 1
        if open > 32 { return nil }
      case UInt8(ascii: ")"):
        if open == 0 { return place + 1..<last }
        open -= 1
      default: break
      }
      last += 1
    }
    return nil
  }

  /// Links with other schemes, or with none, are plain text: `list[0](next)`.
  private static let schemes: [StaticString] = [
    "https://", "http://", "mailto:", "matrix:", "ftp://", "magnet:",
  ]
}
