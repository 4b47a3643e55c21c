import Foundation

/// A value as Foundation's decoder reads it.
///
/// Its older `JSONSerialization` reads numbers of many digits less exactly, trailing commas and UTF-16.
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
    // Each attempt that fails says only that the value is of another kind.
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
