import ChatDomain
import JSON

extension JSONValue {
  /// The value of a node; nil if it is nested too deeply or has an invalid number.
  init?(_ node: JSONNode, depth: Int = JSONValue.maximumDepth) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool(node.bool == true)
    case .string: self = .string(node.string ?? "")
    case .number:
      switch node.number {
      case .integer(let value): self = .integer(value)
      case .double(let value): self = .number(value)
      case nil: return nil
      }
    case .array:
      guard depth > 0 else { return nil }
      var values: [JSONValue] = []
      for element in node.elements {
        guard let value = JSONValue(element, depth: depth - 1) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case .object:
      guard depth > 0 else { return nil }
      var values: [String: JSONValue] = [:]
      for member in node.members {
        guard let value = JSONValue(member.value, depth: depth - 1) else { return nil }
        values[member.key] = value
      }
      self = .object(values)
    }
  }
}

extension JSONWriter {
  /// Writes a value; numbers that JSON cannot express become null.
  mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value):
      do throws(JSONError) {
        try double(value)
      } catch {
        null()
      }
    case .string(let value): string(value)
    case .array(let values): array { json in for value in values { json.value(value) } }
    case .object(let values):
      object { json in
        for (key, value) in values.inOrder {
          json.key(key)
          json.value(value)
        }
      }
    }
  }
}
