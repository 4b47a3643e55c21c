import ChatDomain

/// One edit in the log.
struct LoggedEdit: Recordable {
  enum Change {
    /// The whole draft, as a table has it.
    case whole(DraftHead, record: [UInt8], background: [UInt8])
    /// What changed since the last edit of the same draft in the log.
    case delta(DraftDelta)
    case deletion
  }

  let key: DraftKey
  let change: Change

  init(_ key: DraftKey, _ change: Change) {
    self.key = key
    self.change = change
  }

  /// - Parameter former: the draft as the log has it; nil if it does not.
  init(_ key: DraftKey, from former: DraftBytes?, to latter: DraftBytes) {
    guard let former, former.backgroundRecord == latter.backgroundRecord else {
      let record = Record.sealed(fields: latter.fields, words: latter.words)
      self.init(key, .whole(latter.head, record: record, background: latter.backgroundRecord))
      return
    }
    self.init(key, .delta(DraftDelta(from: former, to: latter)))
  }

  func write(to writer: inout RecordWriter) {
    key.write(to: &writer)
    switch change {
    case .whole(let head, let record, let background):
      writer.write(tag: 0, head)
      writer.write(bytes: record)
      writer.write(bytes: background)
    case .delta(let delta):
      writer.write(byte: 1)
      delta.write(to: &writer)
    case .deletion: writer.write(byte: 2)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    key = try reader.read()
    switch try reader.readByte() {
    case 0:
      let head: DraftHead = try reader.read()
      change = .whole(
        head, record: Array(try reader.readBytes()), background: Array(try reader.readBytes()))
    case 1: change = .delta(try reader.read())
    case 2: change = .deletion
    default: throw RecordDamage(.unknownTag)
    }
  }
}
