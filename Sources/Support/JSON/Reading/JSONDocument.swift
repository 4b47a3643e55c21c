/// A JSON text that was found to be one, with its bytes as they came.
///
/// Only the places of the values are known. What they are is looked at when somebody asks.
public struct JSONDocument: Sendable {
  private let tape: Tape

  /// Checks a text.
  ///
  /// Where RFC 8259 leaves a choice: a byte order mark is refused; of equal keys the last counts; half a surrogate pair
  /// and invalid UTF-8 in a string are read as U+FFFD; a number may be as large as its digits say.
  public init(_ bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
    tape = Tape(bytes: bytes, nodes: try TapeReader.nodes(of: bytes, limits: limits))
  }

  /// The value that the text is.
  public var root: JSONNode { JSONNode(tape, 0) }
}
