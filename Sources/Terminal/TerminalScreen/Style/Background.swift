/// A terminal's background. It determines which colours are readable.
public enum Background: Hashable, Sendable, CaseIterable {
  case dark, light
  /// The terminal did not report it.
  case unknown
}

extension Background {
  /// The background for this colour; each component is from 0 to 1.
  public init(red: Double, green: Double, blue: Double) {
    self = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5 ? .dark : .light
  }

  /// Parses `COLORFGBG`: the numbers of the foreground and background colours among the 16, with another field between them in
  /// some terminals.
  public init(foregroundAndBackground text: String) {
    switch text.split(separator: ";", omittingEmptySubsequences: false).last.flatMap({ Int($0) }) {
    case .some(0...6), .some(8): self = .dark
    case .some(7), .some(9...15): self = .light
    default: self = .unknown
    }
  }

  /// The prefix of every answer to a question for the background.
  static let answerPrefix = "11;"

  /// Whether a byte can occur in such an answer.
  static func isOfAnswer(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isHexDigit || "rgb:;/".utf8.contains(byte)
  }

  /// The answer to a question for the background (OSC 11): `11;rgb:1e1e/1e1e/1e1e`, each number with one to four digits; nil
  /// for any other answer.
  init?(answer: [UInt8]) {
    let head = Self.answerPrefix + "rgb"
    guard answer.starts(with: head.utf8) else { return nil }
    var rest = answer.dropFirst(head.utf8.count)
    // Terminals with transparency send the opacity as a fourth number.
    let isMixed = rest.first == UInt8(ascii: "a")
    if isMixed { rest = rest.dropFirst() }
    guard rest.first == UInt8(ascii: ":") else { return nil }
    let parts = rest.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.share)
    guard parts.count == (isMixed ? 4 : 3), numbers.count == parts.count else { return nil }
    self.init(red: numbers[0], green: numbers[1], blue: numbers[2])
  }

  /// A number of one to four digits as a fraction of the largest one with as many digits.
  private static func share(_ digits: ArraySlice<UInt8>) -> Double? {
    guard (1...4).contains(digits.count) else { return nil }
    var value = 0
    for digit in digits {
      guard let number = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
      value = value * 16 + number
    }
    return Double(value) / Double(1 << (4 * digits.count) - 1)
  }
}
