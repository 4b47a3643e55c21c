/// The bytes of a text that is, or will become, markup.
///
/// Bytes, because a Character can straddle the border of two elements, whereas every markup byte is ASCII and so never part of
/// another scalar.
typealias MarkupBytes = UnsafeBufferPointer<UInt8>

extension UInt8 {
  static var backslash: UInt8 { UInt8(ascii: "\\") }
  static var openBracket: UInt8 { UInt8(ascii: "[") }
  static var closeBracket: UInt8 { UInt8(ascii: "]") }
  static var openParenthesis: UInt8 { UInt8(ascii: "(") }
  static var closeParenthesis: UInt8 { UInt8(ascii: ")") }
}

extension MarkupBytes {
  subscript(part range: Range<Int>) -> MarkupBytes { MarkupBytes(rebasing: self[range]) }

  /// The first `byte` at or after `start`.
  func first(_ byte: UInt8, from start: Int) -> Int? {
    var index = start
    while index < count {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// The first `byte` at or after `start` that no backslash escapes.
  func firstUnescaped(_ byte: UInt8, from start: Int) -> Int? {
    var index = start
    while let found = first(byte, from: index) {
      if backslashes(before: found).isMultiple(of: 2) { return found }
      index = found + 1
    }
    return nil
  }

  /// The number of backslashes directly before `index`.
  func backslashes(before index: Int) -> Int {
    var start = index
    while start > 0, self[start - 1] == .backslash { start -= 1 }
    return index - start
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    let length = prefix.utf8CodeUnitCount
    guard count >= length else { return false }
    for index in 0..<length where self[index] != prefix.utf8Start[index] { return false }
    return true
  }
}
