/// One value of a document.
///
/// Accessors return nil or an empty result for a value of another kind: data from a network may have any form, and an
/// unexpected kind is treated like a missing value.
public struct JSONNode: Sendable {
  let tape: Tape
  /// The index among the nodes.
  let index: Int

  init(_ tape: Tape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  var node: TapeNode { tape.nodes[index] }

  /// The kind of a value.
  public enum Kind: Hashable, Sendable { case null, bool, number, string, array, object }

  public var kind: Kind {
    switch node.kind {
    case .null: .null
    case .no, .yes: .bool
    case .whole, .fraction: .number
    case .string, .escapedString: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The original bytes, including parts that this program does not interpret.
  public var raw: ArraySlice<UInt8> {
    let node = node
    return tape.bytes[Int(node.start)..<Int(node.end)]
  }

  public var isNull: Bool { node.kind == .null }

  public var bool: Bool? {
    switch node.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The number; nil also if it is too large to be finite.
  public var number: JSONNumber? {
    let node = node
    let range = Int(node.start)..<Int(node.end)
    switch node.kind {
    case .whole: return tape.integer(range).map { .integer($0) } ?? tape.double(range).map { .double($0) }
    case .fraction: return tape.double(range).map { .double($0) }
    default: return nil
    }
  }

  /// The number if it is whole, in any notation, and known exactly: below 2^53, or an integer that fits.
  public var integer: Int? { number?.integer }

  public var double: Double? {
    let node = node
    guard node.kind == .whole || node.kind == .fraction else { return nil }
    return tape.double(Int(node.start)..<Int(node.end))
  }

  /// The text of a string, including NUL and every other scalar.
  ///
  /// Half a surrogate pair and invalid UTF-8 become U+FFFD.
  public var string: String? {
    let node = node
    switch node.kind {
    case .string: return tape.text(Int(node.start) + 1..<Int(node.end) - 1)
    case .escapedString: return String(decoding: tape.unescaped(node), as: UTF8.self)
    default: return nil
    }
  }

  /// Whether this is a string of exactly these scalars, without creating a `String`.
  public func isString(_ text: String) -> Bool {
    let wanted = text.utf8Span.span
    return tape.isString(node, wanted, mayBeRepaired: wanted.contains(0xEF))
  }

  /// The value of a key; of equal keys the last one.
  public subscript(key: String) -> JSONNode? {
    tape.value(of: key.utf8Span.span, in: index).map { JSONNode(tape, $0) }
  }

  /// The elements of an array.
  public var elements: JSONElements { JSONElements(self) }

  /// The members of an object in the order of the text, including duplicate keys.
  public var members: JSONMembers { JSONMembers(self) }
}

/// A key of an object, and its value.
public struct JSONMember: Sendable {
  /// The key as a node, which is a string.
  public let keyNode: JSONNode
  public let value: JSONNode

  public var key: String { keyNode.string ?? "" }
}
