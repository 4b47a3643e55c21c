/// Where one value of a text is: 16 bytes with padding.
///
/// The nodes are in the order of the text: behind an array its elements, behind an object its keys and values in turns.
struct TapeNode {
  enum Kind: UInt8 {
    case null, no, yes
    /// A number without fraction and exponent.
    case whole
    case fraction
    /// A string, or a key.
    case string
    /// The same, with a backslash in it.
    case escapedString
    case array, object
  }

  /// Its first byte: of a string the quote.
  var start: UInt32
  /// The byte behind its last.
  var end: UInt32
  /// The node behind everything that is in this one.
  var next: UInt32
  var kind: Kind
}
