/// One value of a document.
///
/// Everything that is asked of a value of another kind is nil or empty: what came from a network need not be what was
/// expected, and an expectation that fails is the same as a value that is not there.
public struct JSONNode: Sendable {
  let tape: Tape
  /// The place among the nodes.
  let index: Int

  init(_ tape: Tape, _ index: Int) {
    self.tape = tape
    self.index = index
  }

  var node: TapeNode { tape.nodes[index] }

  /// What a value is.
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

  /// Its bytes exactly as they came, with all that nobody here knows the meaning of.
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

  /// The number; nil also for one that is too large to be finite.
  public var number: JSONNumber? {
    let node = node
    let range = Int(node.start)..<Int(node.end)
    switch node.kind {
    case .whole: return tape.integer(range).map { .integer($0) } ?? tape.double(range).map { .double($0) }
    case .fraction: return tape.double(range).map { .double($0) }
    default: return nil
    }
  }

  /// The number where it is whole, however it was written, and exactly known: below 2^53, or one that fits.
  public var integer: Int? { number?.integer }

  public var double: Double? {
    let node = node
    guard node.kind == .whole || node.kind == .fraction else { return nil }
    return tape.double(Int(node.start)..<Int(node.end))
  }

  /// The words of a string, with NUL and every other scalar as it was written.
  ///
  /// Half a surrogate pair and invalid UTF-8 are U+FFFD.
  public var string: String? {
    let node = node
    switch node.kind {
    case .string: return tape.text(Int(node.start) + 1..<Int(node.end) - 1)
    case .escapedString: return String(decoding: tape.unescaped(node), as: UTF8.self)
    default: return nil
    }
  }

  /// Whether this is a string of exactly these scalars, without making a `String` of it.
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

  /// The members of an object in the order of the text. Equal keys all appear.
  public var members: JSONMembers { JSONMembers(self) }
}

/// A key of an object, and its value.
public struct JSONMember: Sendable {
  /// The key as a value of its own, a string.
  public let keyNode: JSONNode
  public let value: JSONNode

  public var key: String { keyNode.string ?? "" }
}
