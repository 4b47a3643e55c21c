extension JSONNode {
  /// The value in the one spelling that canonical JSON has for it, as Matrix defines that: what is signed.
  ///
  /// No blanks; keys in the order of their scalars, of equal ones only the last; few escapes; whole numbers below 2^53 in
  /// digits alone, and no others.
  public func canonical() throws(JSONError) -> [UInt8] {
    try JSONWriter.bytes { json throws(JSONError) in try json.writeCanonical(self) }
  }
}

extension JSONWriter {
  fileprivate mutating func writeCanonical(_ node: JSONNode) throws(JSONError) {
    switch node.kind {
    case .null, .bool, .string: writeAnew(node)
    case .number:
      guard let value = node.integer, value.magnitude < JSONNumber.exactBelow else {
        throw JSONError(.notCanonical, at: Int(node.node.start))
      }
      integer(value)
    case .array:
      try array { json throws(JSONError) in
        for element in node.elements { try json.writeCanonical(element) }
      }
    case .object:
      let members = node.canonicalMembers
      try object { json throws(JSONError) in
        for member in members {
          json.key(member.key)
          try json.writeCanonical(member.value)
        }
      }
    }
  }
}

extension JSONNode {
  /// The bytes of UTF-8 are in the order of the scalars. Strings are not compared: to those é is é, however it is spelled.
  fileprivate var canonicalMembers: [(key: String, value: JSONNode)] {
    let sorted = members.enumerated().map { (key: $1.key, value: $1.value, place: $0) }.sorted {
      left, right in
      if left.key.utf8.elementsEqual(right.key.utf8) { return left.place < right.place }
      return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
    return sorted.indices.filter { index in
      index + 1 == sorted.count || !sorted[index].key.utf8.elementsEqual(sorted[index + 1].key.utf8)
    }.map { (sorted[$0].key, sorted[$0].value) }
  }
}
