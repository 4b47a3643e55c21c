import ChatDomain

/// A change as stored in the log.
enum LoggedChange {
  /// The whole draft, as the table stores it.
  case whole(DraftKey, DraftHead, record: [UInt8], background: [UInt8])
  /// What changed since the last edit of the same draft in the log.
  case delta(DraftKey, DraftDelta)
  case deletion(DraftKey)
  /// How far events were received; usually written with the next key.
  case eventToken(EventToken)

  private enum Tag {
    static let whole: UInt8 = 0
    static let delta: UInt8 = 1
    static let deletion: UInt8 = 2
    static let eventToken: UInt8 = 3
  }

  // Written from its parts: creating the value first would copy the draft's bytes with every key.

  static func write(_ bytes: DraftBytes, of key: DraftKey, to writer: inout RecordWriter) {
    writer.write(tag: Tag.whole, key, bytes.head)
    writer.write(bytes: Record.sealed(fields: bytes.fields, words: bytes.words))
    writer.write(bytes: bytes.backgroundRecord)
  }

  static func write(_ delta: DraftDelta, of key: DraftKey, to writer: inout RecordWriter) {
    writer.write(byte: Tag.delta)
    key.write(to: &writer)
    delta.write(to: &writer)
  }

  static func write(deletionOf key: DraftKey, to writer: inout RecordWriter) {
    writer.write(tag: Tag.deletion, key)
  }

  static func write(_ token: EventToken, to writer: inout RecordWriter) {
    writer.write(tag: Tag.eventToken, token.rawValue)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case Tag.whole:
      let (key, head): (DraftKey, DraftHead) = (try reader.read(), try reader.read())
      self = .whole(
        key, head, record: Array(try reader.readBytes()), background: Array(try reader.readBytes()))
    case Tag.delta: self = .delta(try reader.read(), try reader.read())
    case Tag.deletion: self = .deletion(try reader.read())
    case Tag.eventToken: self = .eventToken(EventToken(rawValue: try reader.read()))
    default: throw RecordDamage(.unknownTag)
    }
  }
}

/// The subject of a change in the log. A later change of the same subject replaces the earlier one.
enum EditSubject: Hashable {
  case draft(DraftPlace)
  case eventToken
}

/// The last edit of its subject, which the tables do not have yet.
struct WaitingEdit {
  let change: StoreChange
  let number: UInt64
}
