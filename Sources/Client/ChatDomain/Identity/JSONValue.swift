/// A value that a service stores and delivers without interpreting it.
public enum JSONValue: Hashable, Sendable {
  /// No value.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number, kept exactly.
  case integer(Int)
  /// A number with a fraction, or one too large for ``integer(_:)``.
  case number(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// Values by name; the order of the names is not kept.
  case object([String: JSONValue])
}

extension JSONValue {
  /// The maximum nesting of arrays and objects in a message. Deeper values could overflow the stack when they are written, read
  /// or compared.
  public static let maximumDepth = 200

  /// Whether arrays and objects are nested deeper than this number of levels.
  public func isNested(deeperThan levels: Int) -> Bool {
    switch self {
    case .null, .bool, .integer, .number, .string: false
    case .array(let values): levels == 0 || values.contains { $0.isNested(deeperThan: levels - 1) }
    case .object(let values): levels == 0 || values.values.contains { $0.isNested(deeperThan: levels - 1) }
    }
  }
}

/// The name that PubNub's documents use.
public typealias JSONCodable = JSONValue

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}
