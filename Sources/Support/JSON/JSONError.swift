/// Why bytes are not acceptable JSON, or why a value has no JSON form.
public struct JSONError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The text ends within a value, or before the first one.
    case endsEarly
    /// This byte is not allowed here.
    case unexpected(UInt8)
    /// A string contains an unescaped control character.
    case control(UInt8)
    /// The escape after the backslash at the position is not one of JSON's.
    case unknownEscape
    case tooManyBytes(limit: Int)
    /// Arrays and objects are nested more deeply than this.
    case tooDeep(limit: Int)
    /// There are more values than this, including keys.
    case tooManyValues(limit: Int)
    /// JSON has no infinity and no NaN.
    case notFinite
    /// Canonical JSON allows only whole numbers of less than 2^53.
    case notCanonical
  }

  /// The offset in bytes: in the text that is read, or in the output so far.
  public let position: Int
  public let reason: Reason

  public init(_ reason: Reason, at position: Int) {
    self.position = position
    self.reason = reason
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "byte \(position): \(reason.sentence)" }
}

extension JSONError.Reason {
  fileprivate var sentence: String {
    switch self {
    case .endsEarly: "the text ends too early"
    case .unexpected(let byte): "0x\(String(byte, radix: 16)) may not stand here"
    case .control(let byte): "0x\(String(byte, radix: 16)) stands in a string without an escape"
    case .unknownEscape: "this escape has no meaning"
    case .tooManyBytes(let limit): "there are more than \(limit) bytes"
    case .tooDeep(let limit): "more than \(limit) arrays and objects are within each other"
    case .tooManyValues(let limit): "there are more than \(limit) values"
    case .notFinite: "the number is not finite"
    case .notCanonical: "canonical JSON does not have this number"
    }
  }
}
