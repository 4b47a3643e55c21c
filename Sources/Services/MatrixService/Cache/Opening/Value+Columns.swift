import ChatDomain
import SQLite

extension Value {
  static func id(_ id: some ChatIdentifier) -> Value { .id(id.rawValue) }

  static func id(_ id: (some ChatIdentifier)?) -> Value { id.map { .id($0.rawValue) } ?? .null }

  static func text(_ text: String?) -> Value { text.map { .id($0) } ?? .null }

  static func flag(_ isSet: Bool) -> Value { .integer(isSet ? 1 : 0) }

  /// With the highest bit flipped, so that tokens sort as signed numbers.
  static func token(_ token: Timetoken) -> Value { .integer(Int64(bitPattern: token.rawValue ^ (1 << 63))) }

  static func token(_ token: Timetoken?) -> Value { token.map { .token($0) } ?? .null }
}

extension Row {
  func id<ID: ChatIdentifier>(_ column: Int32) -> ID { ID(text(column)) }

  func idIfAny<ID: ChatIdentifier>(_ column: Int32) -> ID? { isNull(column) ? nil : ID(text(column)) }

  func textIfAny(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func flag(_ column: Int32) -> Bool { integer(column) != 0 }

  func token(_ column: Int32) -> Timetoken { Timetoken(UInt64(bitPattern: integer(column)) ^ (1 << 63)) }

  func tokenIfAny(_ column: Int32) -> Timetoken? { isNull(column) ? nil : token(column) }
}
