/// Whether a text may hold marks: a look at each byte, so that plain words cost next to nothing.
enum MarkScan {
  /// False only for texts that are words, line ends and addresses.
  static func mayHoldMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if beginsBlock(bytes, at: 0) { return true }
    var place = 0
    while place + 16 <= bytes.count {
      if mayHoldMarks(SIMD16(bytes[place..<place + 16])) {
        for index in place..<place + 16 where isMark(bytes, at: index) { return true }
      }
      place += 16
    }
    while place < bytes.count {
      if isMark(bytes, at: place) { return true }
      place += 1
    }
    return false
  }

  /// Sixteen at a time: most messages hold none of these at all.
  private static func mayHoldMarks(_ bytes: SIMD16<UInt8>) -> Bool {
    let backslash = bytes .== UInt8(ascii: "\\")
    let tick = bytes .== UInt8(ascii: "`")
    let star = bytes .== UInt8(ascii: "*")
    let underscore = bytes .== UInt8(ascii: "_")
    let tilde = bytes .== UInt8(ascii: "~")
    let bar = bytes .== UInt8(ascii: "|")
    let bracket = bytes .== UInt8(ascii: "]")
    let less = bytes .== UInt8(ascii: "<")
    let newline = bytes .== 0x0A
    return any(backslash .| tick .| star .| underscore .| tilde .| bar .| bracket .| less .| newline)
  }

  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    func next(_ distance: Int = 1) -> UInt8 { place + distance < bytes.count ? bytes[place + distance] : 0 }
    switch bytes[place] {
    case UInt8(ascii: "`"), UInt8(ascii: "*"): return true
    case UInt8(ascii: "\\"): return InlineParser.canBeEscaped(next())
    case UInt8(ascii: "~"), UInt8(ascii: "|"): return next() == bytes[place]
    case UInt8(ascii: "]"): return next() == UInt8(ascii: "(")
    case UInt8(ascii: "<"): return next() | 0x20 == UInt8(ascii: "h")
    case UInt8(ascii: "_"):
      // Within a word it never marks anything.
      guard place > 0 else { return true }
      let before = bytes[place - 1]
      let after = next()
      return !(before.isLetter || before.isDigit) || !(after.isLetter || after.isDigit)
    case 0x0A: return beginsBlock(bytes, at: place + 1)
    default: return false
    }
  }

  /// Whether a line here may begin a block that is not just words.
  private static func beginsBlock(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var place = start
    while place < bytes.count, bytes[place].isBlank { place += 1 }
    guard place + 1 < bytes.count else { return false }
    let next = bytes[place + 1]
    switch bytes[place] {
    case UInt8(ascii: "#"): return next == UInt8(ascii: "#") || next.isBlank
    case UInt8(ascii: ">"), UInt8(ascii: "+"): return next.isBlank
    case UInt8(ascii: "-"): return next.isBlank || next == UInt8(ascii: "-")
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while place < bytes.count, bytes[place].isDigit, place - start < 8 { place += 1 }
      return place < bytes.count && (bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ")"))
    default: return false
    }
  }
}
