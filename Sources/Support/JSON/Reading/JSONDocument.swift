/// A valid JSON text, with its original bytes.
///
/// Only the positions of the values are stored. Values are parsed on access.
public struct JSONDocument: Sendable {
  private let tape: Tape

  /// Parses a text.
  ///
  /// Where RFC 8259 leaves a choice: a byte order mark is refused; of equal keys the last counts; half a surrogate pair and
  /// invalid UTF-8 in a string are read as U+FFFD; a number may have any number of digits.
  public init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    tape = Tape(bytes: bytes, nodes: try TapeReader.nodes(of: bytes, limits: limits))
  }

  /// The outermost value.
  public var root: JSONNode { JSONNode(tape, 0) }
}

/// Limits on accepted JSON. A text beyond a limit is refused, except that too deep values can be read as null instead.
public struct JSONLimits: Hashable, Sendable {
  public let bytes: Int
  /// The maximum nesting depth of arrays and objects.
  public let depth: Int
  /// Whether an array or object beyond that depth is read as null instead of refusing the whole text.
  public let isDeeperLeftOut: Bool
  /// The maximum number of values, including keys. Each takes 16 bytes of memory, and at least two bytes of text.
  public let values: Int

  /// - Parameters:
  ///   - bytes: less than 4 GiB.
  ///   - depth: at most 512, so that functions can process values recursively.
  public init(
    bytes: Int = 64 << 20, depth: Int = 64, isDeeperLeftOut: Bool = false, values: Int = 8 << 20
  ) {
    precondition(bytes < 1 << 32, "positions have 32 bits, so \(bytes) bytes are too many")
    precondition(values < 1 << 31, "places of values have 31 bits, so \(values) values are too many")
    precondition(depth <= 512, "a depth of \(depth) needs more stack than there may be")
    self.bytes = bytes
    self.depth = depth
    self.isDeeperLeftOut = isDeeperLeftOut
    self.values = values
  }

  /// For a text that is useful only as a whole.
  public static let standard = JSONLimits()

  /// For answers of a server, also stored ones. They contain data of other users, and a value that one of them nested too
  /// deeply must not make the rest unreadable. Large enough for a user in thousands of rooms.
  public static let answer = JSONLimits(bytes: 64 << 20, isDeeperLeftOut: true, values: 24 << 20)
}

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
