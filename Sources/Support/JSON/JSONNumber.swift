/// A number: exact if it is whole and fits, otherwise the nearest double.
public enum JSONNumber: Hashable, Sendable {
  /// A number without fraction and exponent.
  case integer(Int)
  /// A number with a fraction or an exponent, or one too large for an integer. Always finite.
  case double(Double)
}

extension JSONNumber {
  /// Every whole number below this is exact as a `Double`, and so in every program.
  static let exactBelow = 1 << 53

  /// The value if it is whole, in any notation: 1e3 is 1000. For a double only below 2^53, where doubles are exact.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .double(let value): value.magnitude < Double(Self.exactBelow) ? Int(exactly: value) : nil
    }
  }

  public var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    }
  }
}
