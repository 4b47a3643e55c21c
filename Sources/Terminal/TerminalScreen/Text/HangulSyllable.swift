/// Korean letters that combine into syllables. Terminals support only whole syllables, or letters that stand alone.
enum HangulSyllable {
  private static let firstSyllable: UInt32 = 0xAC00
  private static let leads: ClosedRange<UInt32> = 0x1100...0x1112
  private static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  private static let tails: ClosedRange<UInt32> = 0x11A8...0x11C2
  private static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
  /// A syllable may have no tail.
  private static let tailChoices: UInt32 = 28

  /// Whether it is a vowel or a tail, which is drawn in the cells of the preceding letter, or a filler for one.
  static func isInner(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x115F...0x11FF, 0xD7B0...0xD7FB: true
    default: false
    }
  }

  /// The syllable that a beginning and a vowel or a tail form; nil if there is none, as for letters of old Korean.
  static func composed(_ beginning: Unicode.Scalar, _ inner: Unicode.Scalar) -> Unicode.Scalar? {
    let start = beginning.value
    if leads.contains(start), vowels.contains(inner.value) {
      let lead = start - leads.lowerBound
      let vowel = inner.value - vowels.lowerBound
      return Unicode.Scalar(firstSyllable + (lead * UInt32(vowels.count) + vowel) * tailChoices)
    }
    guard syllables.contains(start), (start - firstSyllable) % tailChoices == 0, tails.contains(inner.value)
    else {
      return nil
    }
    return Unicode.Scalar(start + inner.value - tails.lowerBound + 1)
  }

  /// The standalone form of the letter; nil for a letter of old Korean.
  static func alone(_ inner: Unicode.Scalar) -> Unicode.Scalar? {
    if vowels.contains(inner.value) { return Unicode.Scalar(0x314F + inner.value - vowels.lowerBound) }
    guard tails.contains(inner.value) else { return nil }
    return Unicode.Scalar(tailsAlone[Int(inner.value - tails.lowerBound)])
  }

  private static let tailsAlone: [UInt32] = [
    0x3131, 0x3132, 0x3133, 0x3134, 0x3135, 0x3136, 0x3137, 0x3139, 0x313A, 0x313B, 0x313C, 0x313D, 0x313E,
    0x313F,
    0x3140, 0x3141, 0x3142, 0x3144, 0x3145, 0x3146, 0x3147, 0x3148, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
  ]
}
