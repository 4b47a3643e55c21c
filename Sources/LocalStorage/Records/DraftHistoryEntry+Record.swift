import ChatDomain

extension DraftHistoryEntry: Recordable {
  func write(to writer: inout RecordWriter) {
    key.write(to: &writer)
    elements.write(to: &writer)
    reason.write(to: &writer)
    at.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      key: try reader.read(), elements: try reader.read(), reason: try reader.read(), at: try reader.read())
  }
}

extension DraftHistoryEntry.Reason: Recordable {
  private var tag: UInt8 {
    switch self {
    case .sent: 0
    case .cleared: 1
    case .replaced: 2
    case .merged: 3
    case .parked: 4
    }
  }

  func write(to writer: inout RecordWriter) { writer.write(byte: tag) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let tag = try reader.readByte()
    guard let reason = Self.allCases.first(where: { $0.tag == tag }) else {
      throw RecordDamage(.unknownTag)
    }
    self = reason
  }
}
