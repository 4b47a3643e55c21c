/// The position of one value of a text: 16 bytes with padding.
///
/// The nodes are in the order of the text: an array is followed by its elements, an object by its keys and values alternately.
struct TapeNode {
  enum Kind: UInt8 {
    case null, no, yes
    /// A number without fraction and exponent.
    case whole
    case fraction
    /// A string, or a key.
    case string
    /// A string or a key that contains a backslash.
    case escapedString
    case array, object
  }

  /// The first byte; for a string, the quote.
  var start: UInt32
  /// The byte after the last one.
  var end: UInt32
  /// The node after all nodes nested in this one.
  var next: UInt32
  var kind: Kind
}
