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

extension JSONNode? {
  /// The elements of an array; empty for a missing value or one of another kind.
  public var elements: JSONElements { JSONElements(self) }

  /// The members of an object in the order of the text, including duplicate keys.
  public var members: JSONMembers { JSONMembers(self) }
}

/// The elements of an array; empty for a value of another kind.
public struct JSONElements: Sequence, Sendable {
  private let array: JSONNode?

  init(_ array: JSONNode?) { self.array = array }

  public var isEmpty: Bool { !contains { _ in true } }

  public func makeIterator() -> Iterator { Iterator(array, where: .array) }

  /// Moves from one node to its next sibling.
  public struct Iterator: IteratorProtocol {
    private let tape: Tape?
    private var place = 0
    private var end = 0

    init(_ container: JSONNode?, where kind: TapeNode.Kind) {
      tape = container?.tape
      guard let container, container.node.kind == kind else { return }
      place = container.index + 1
      end = Int(container.node.next)
    }

    public mutating func next() -> JSONNode? {
      guard let tape, place < end else { return nil }
      let element = JSONNode(tape, place)
      place = Int(tape.nodes[place].next)
      return element
    }
  }
}

/// The members of an object; empty for a value of another kind.
public struct JSONMembers: Sequence, Sendable {
  private let object: JSONNode?

  init(_ object: JSONNode?) { self.object = object }

  public var isEmpty: Bool { !contains { _ in true } }

  public func makeIterator() -> Iterator { Iterator(JSONElements.Iterator(object, where: .object)) }

  /// Takes two nodes together: a key and its value.
  public struct Iterator: IteratorProtocol {
    private var nodes: JSONElements.Iterator

    init(_ nodes: JSONElements.Iterator) { self.nodes = nodes }

    public mutating func next() -> JSONMember? {
      guard let key = nodes.next(), let value = nodes.next() else { return nil }
      return JSONMember(keyNode: key, value: value)
    }
  }
}

/// A number: exact if it is whole and fits, otherwise the nearest double.
public enum JSONNumber: Hashable, Sendable {
  /// A number without fraction and exponent.
  case integer(Int)
  /// A number with a fraction or an exponent, or one too large for an integer. Always finite.
  case double(Double)
}

extension JSONNumber {
  /// Every whole number below this is exact as a `Double`, and so in every program.
  static let exactBelow = 1 << 53

  /// The value if it is whole, in any notation: 1e3 is 1000. For a double only below 2^53, where doubles are exact.
  public var integer: Int? {
    switch self {
    case .integer(let value): value
    case .double(let value): value.magnitude < Double(Self.exactBelow) ? Int(exactly: value) : nil
    }
  }
}
