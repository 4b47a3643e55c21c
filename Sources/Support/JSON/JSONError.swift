/// Why bytes are not the JSON that was asked for, or why a value has no JSON.
public struct JSONError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    /// The text ends within a value, or before there was one.
    case endsEarly
    /// This byte may not stand here.
    case unexpected(UInt8)
    /// A control character stands in a string without an escape.
    case control(UInt8)
    /// Behind the backslash at the position stands no escape that JSON knows.
    case unknownEscape
    case tooManyBytes(limit: Int)
    /// More arrays and objects are within each other.
    case tooDeep(limit: Int)
    /// There are more values, keys included.
    case tooManyValues(limit: Int)
    /// JSON has no infinity, and nothing that is not a number.
    case notFinite
    /// Canonical JSON knows only whole numbers of less than 2^53.
    case notCanonical
  }

  /// The offset in bytes: in the text that is read, or in what was written until then.
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
