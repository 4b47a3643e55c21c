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
