/// Stars and underscores that are never marks: products and powers, paths, name patterns, and the arm of a shrug.
enum UnmarkedRun {
  /// Whether a run is one of them.
  static func holds(_ run: Range<Int>, in bytes: [UInt8], block: Range<Int>) -> Bool {
    guard run.count <= 2 else { return false }
    let before = run.lowerBound > block.lowerBound ? bytes[run.lowerBound - 1] : 0x20
    let after = run.upperBound < block.upperBound ? bytes[run.upperBound] : 0x20
    if run.count == 1, isEnclosed(before, after) { return true }
    guard bytes[run.lowerBound] == UInt8(ascii: "*") else {
      return run.count == 1 && isArm(run, after, bytes, block)
    }
    if isProduct(before, after) || isPartOfPath(before, after) { return true }
    return run.count == 1 && isPattern(run, before, after, bytes, block)
  }

  /// `2*3*x`, `a**2` and `(a)*(b)`.
  private static func isProduct(_ before: UInt8, _ after: UInt8) -> Bool {
    if before.isDigit { return after.isDigit || after.isLetter }
    if after.isDigit { return before.isLetter }
    return before == UInt8(ascii: ")") && after == UInt8(ascii: "(")
  }

  /// `/usr/*/lib` and `src/**`, but not `he/*she*`.
  private static func isPartOfPath(_ before: UInt8, _ after: UInt8) -> Bool {
    before == UInt8(ascii: "/") && !after.isLetter && !after.isDigit && after < 0x80
  }

  /// `(*)` and `"*"`.
  private static func isEnclosed(_ before: UInt8, _ after: UInt8) -> Bool {
    switch before {
    case UInt8(ascii: "("): after == UInt8(ascii: ")")
    case UInt8(ascii: "["): after == UInt8(ascii: "]")
    case UInt8(ascii: "{"): after == UInt8(ascii: "}")
    case UInt8(ascii: "<"): after == UInt8(ascii: ">")
    case UInt8(ascii: "\""), UInt8(ascii: "'"): after == before
    default: false
    }
  }

  /// `*.txt` and `*.*`, `.*word`, and `*:*`.
  private static func isPattern(
    _ star: Range<Int>, _ before: UInt8, _ after: UInt8, _ bytes: [UInt8], _ block: Range<Int>
  ) -> Bool {
    let star = star.lowerBound
    func isStar(_ place: Int) -> Bool { block.contains(place) && bytes[place] == UInt8(ascii: "*") }
    if isSign(after), isStar(star + 2), !isStar(star + 3) { return true }
    if isSign(before), isStar(star - 2), !isStar(star - 3) { return true }
    if after == UInt8(ascii: "."), before.isBlank || before == 0x0A {
      return star + 2 < block.upperBound && (bytes[star + 2].isLetter || bytes[star + 2].isDigit)
    }
    return before == UInt8(ascii: ".") && (after.isLetter || after.isDigit)
  }

  /// A sign that is never emphasised alone.
  private static func isSign(_ byte: UInt8) -> Bool { ":;.,/=+%@$&?^".utf8.contains(byte) }

  /// Whether the run is the last underscore of `¯\_(ツ)_/¯`.
  private static func isArm(_ run: Range<Int>, _ after: UInt8, _ bytes: [UInt8], _ block: Range<Int>) -> Bool
  {
    after == UInt8(ascii: "/") && run.upperBound + 2 < block.upperBound && bytes[run.upperBound + 1] == 0xC2
      && bytes[run.upperBound + 2] == 0xAF
  }
}
