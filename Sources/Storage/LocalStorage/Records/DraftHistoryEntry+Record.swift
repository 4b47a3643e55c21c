import ChatDomain

extension DraftHistoryEntry: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(key, elements, reason, at)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      key: try reader.read(), elements: try reader.read(), reason: try reader.read(), at: try reader.read())
  }
}

extension DraftHistoryEntry.Reason: RecordableCase {
  var tag: UInt8 {
    switch self {
    case .sent: 0
    case .cleared: 1
    case .replaced: 2
    case .merged: 3
    case .parked: 4
    case .command: 5
    }
  }
}
