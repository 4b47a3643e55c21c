import Foundation
import JSON

/// A value for comparison in tests: keys in order, strings compared by scalar.
indirect enum Value: Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  /// A number larger than any double, as its digits.
  case beyond([UInt8])
  case string(String)
  case array([Value])
  case object([(key: String, value: Value)])
}

extension Value {
  init(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool(node.bool == true)
    case .number:
      switch node.number {
      case .integer(let value): self = .integer(value)
      case .double(let value): self = .double(value)
      case nil: self = .beyond(Array(node.raw))
      }
    case .string: self = .string(node.string ?? "")
    case .array: self = .array(node.elements.map(Value.init))
    case .object: self = .object(node.members.map { ($0.key, Value($0.value)) })
    }
  }

  init(_ bytes: [UInt8]) throws(JSONError) { self.init(try JSONDocument(bytes).root) }

  func write(to json: inout JSONWriter) throws(JSONError) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .integer(let value): json.integer(value)
    case .double(let value): try json.double(value)
    case .beyond(let digits): json.node(try JSONDocument(digits).root)
    case .string(let value): json.string(value)
    case .array(let values):
      try json.array { json throws(JSONError) in for value in values { try value.write(to: &json) } }
    case .object(let members):
      try json.object { json throws(JSONError) in
        for member in members {
          json.key(member.key)
          try member.value.write(to: &json)
        }
      }
    }
  }

  func bytes(_ layout: JSONWriter.Layout = .compact) throws(JSONError) -> [UInt8] {
    try JSONWriter.bytes(layout) { json throws(JSONError) in try write(to: &json) }
  }
}

extension Value: Equatable {
  static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.beyond(let left), .beyond(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value == $1.value }
    default: false
    }
  }
}

extension Value {
  /// Whether Foundation's result is the same. It reads 1.0 as an integer.
  func isSame(as other: ForeignValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let value), .bool(let other)): value == other
    case (.integer(let value), .integer(let other)): value == other
    case (.double(let value), .integer(let other)): value == Double(other)
    case (.double(let value), .double(let other)): value == other
    case (.string(let text), .string(let other)): text.utf8.elementsEqual(other.utf8)
    case (.array(let values), .array(let others)):
      values.count == others.count && zip(values, others).allSatisfy { $0.isSame(as: $1) }
    case (.object(let members), .object(let others)):
      members.count == others.count
        && members.allSatisfy { member in others[member.key].map { member.value.isSame(as: $0) } ?? false }
    default: false
    }
  }
}

/// A value as Foundation's decoder reads it.
///
/// The older `JSONSerialization` reads numbers with many digits less exactly, and accepts trailing commas and UTF-16.
indirect enum ForeignValue: Codable {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([ForeignValue])
  case object([String: ForeignValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // A failed attempt only means that the value is of another type.
    self =
      if container.decodeNil() {
        .null
      } else if let value = try? container.decode(Bool.self) {
        .bool(value)
      } else if let value = try? container.decode(String.self) {
        .string(value)
      } else if let value = try? container.decode(Int.self) {
        .integer(value)
      } else if let value = try? container.decode(Double.self) {
        .double(value)
      } else if let value = try? container.decode([ForeignValue].self) {
        .array(value)
      } else {
        .object(try container.decode([String: ForeignValue].self))
      }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
