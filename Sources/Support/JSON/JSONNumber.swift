/// A number: exact where it is whole and fits, and otherwise the nearest that there is.
public enum JSONNumber: Hashable, Sendable {
  /// It was written without fraction and exponent.
  case integer(Int)
  /// It was written with one of them, or is too large for an integer. Always finite.
  case double(Double)
}

extension JSONNumber {
  /// Below it every whole number is exact as a `Double`, and so in every program.
  static let exactBelow = 1 << 53

  /// Its value where that is whole, however it was written: 1e3 is 1000. Of a double only below 2^53, where every whole
  /// number has one of its own.
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
