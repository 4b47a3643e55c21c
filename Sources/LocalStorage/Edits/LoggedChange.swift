import ChatDomain

/// A change as the log has it.
enum LoggedChange: Recordable {
  /// The whole draft, as its table would have it.
  case whole(DraftKey, DraftHead, record: [UInt8], background: [UInt8])
  /// What changed since the last edit of the same draft in the log.
  case delta(DraftKey, DraftDelta)
  case deletion(DraftKey)
  /// How far events were received: mostly that is written with the next key.
  case eventToken(EventToken)

  /// - Parameter former: the draft as the log has it; nil if it does not.
  init(_ key: DraftKey, from former: DraftBytes?, to latter: DraftBytes) {
    if let former, former.backgroundRecord == latter.backgroundRecord {
      self = .delta(key, DraftDelta(from: former, to: latter))
    } else {
      let record = Record.sealed(fields: latter.fields, words: latter.words)
      self = .whole(key, latter.head, record: record, background: latter.backgroundRecord)
    }
  }

  func write(to writer: inout RecordWriter) {
    switch self {
    case .whole(let key, let head, let record, let background):
      writer.write(tag: 0, key, head)
      writer.write(bytes: record)
      writer.write(bytes: background)
    case .delta(let key, let delta):
      writer.write(byte: 1)
      key.write(to: &writer)
      delta.write(to: &writer)
    case .deletion(let key): writer.write(tag: 2, key)
    case .eventToken(let token): writer.write(tag: 3, token.rawValue)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0:
      let (key, head): (DraftKey, DraftHead) = (try reader.read(), try reader.read())
      self = .whole(
        key, head, record: Array(try reader.readBytes()), background: Array(try reader.readBytes()))
    case 1: self = .delta(try reader.read(), try reader.read())
    case 2: self = .deletion(try reader.read())
    case 3: self = .eventToken(EventToken(rawValue: try reader.read()))
    default: throw RecordDamage(.unknownTag)
    }
  }
}

/// What a change in the log is about: the next one of the same makes it out of date.
enum EditSubject: Hashable {
  case draft(DraftPlace)
  case eventToken
}

/// The last edit of its subject, which the tables do not have yet.
struct WaitingEdit {
  let change: StoreChange
  let number: UInt64
}
