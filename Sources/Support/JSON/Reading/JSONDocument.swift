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
