extension JSONNode {
  /// The value in canonical JSON as Matrix defines it, the form that is signed.
  ///
  /// No blanks; keys sorted by their scalars, and only the last of equal ones; few escapes; only whole numbers below 2^53,
  /// written as digits.
  ///
  /// - Parameter omitted: members of the outermost object that are not written.
  public func canonical(without omitted: Set<String> = []) throws(JSONError) -> [UInt8] {
    try JSONWriter.bytes { json throws(JSONError) in try json.writeCanonical(self, without: omitted) }
  }
}

extension JSONWriter {
  fileprivate mutating func writeCanonical(_ node: JSONNode, without omitted: Set<String> = [])
    throws(JSONError)
  {
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
        for member in members where !omitted.contains(member.key) {
          json.key(member.key)
          try json.writeCanonical(member.value)
        }
      }
    }
  }
}

extension JSONNode {
  /// The members sorted by key, and only the last of equal keys. UTF-8 bytes sort in the order of the scalars; strings are not
  /// compared, because they treat different encodings of é as equal.
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
