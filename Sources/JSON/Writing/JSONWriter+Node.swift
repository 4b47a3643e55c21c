extension JSONWriter {
  /// Writes a value by what it is and not by its bytes. How deep it calls itself is bounded by the document's limits.
  mutating func writeAnew(_ node: JSONNode) {
    switch node.kind {
    case .null: null()
    case .bool: bool(node.bool == true)
    case .number: digits(node.raw)
    case .string: string(node.string ?? "")
    case .array: array { json in for element in node.elements { json.writeAnew(element) } }
    case .object:
      object { json in
        for member in node.members {
          json.key(member.key)
          json.writeAnew(member.value)
        }
      }
    }
  }
}

extension JSONNode {
  /// Whether its bytes are UTF-8 and thus may be handed on.
  var isUTF8: Bool {
    do {
      _ = try UTF8Span(validating: raw.span)
      return true
    } catch {
      return false
    }
  }
}
