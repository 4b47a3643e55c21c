import ChatDomain

extension DraftKey: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(text: channelId.rawValue)
    writer.write(optional: parentId?.rawValue)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(channelId: try reader.read(), parentId: try reader.read())
  }
}

extension DraftContent: Recordable {
  func write(to writer: inout RecordWriter) {
    // Written directly: as one of several fields the list would be encoded generically, and a long draft has thousands of
    // elements.
    elements.write(to: &writer)
    files.write(to: &writer)
    quoted.write(to: &writer)
    isShownInChannel.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      elements: try reader.read(), files: try reader.read(), quoted: try reader.read(),
      isShownInChannel: try reader.read())
  }
}

extension DraftMessage: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(key, content, revision, createdAt, updatedAt, savedBy.rawValue)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      key: try reader.read(), content: try reader.read(), revision: try reader.read(),
      createdAt: try reader.read(), updatedAt: try reader.read(),
      savedBy: DeviceID(rawValue: try reader.read()))
  }
}

extension SyncedDraft: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(revision, content)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(revision: try reader.read(), content: try reader.read())
  }
}

extension DraftDigest: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(rawValue) }
  init(from reader: inout RecordReader) throws(RecordDamage) { self.init(rawValue: try reader.read()) }
}

extension StoredEdit: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(messageId)
    elements.write(to: &writer)
    writer.write(caret, files, inputFiles)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      messageId: try reader.read(), elements: try reader.read(), caret: try reader.read(),
      files: try reader.read(), inputFiles: try reader.read())
  }
}

extension DraftHistoryEntry: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(key, elements, reason, at)
    // Omitted if empty, so that earlier versions can read most entries.
    if !files.isEmpty { writer.write(files) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      key: try reader.read(), elements: try reader.read(), reason: try reader.read(), at: try reader.read())
    if reader.remaining > 0 { files = try reader.read() }
  }
}

extension DraftHistoryEntry.Reason: RecordableCase {
  /// The file format: a tag never changes.
  var tag: UInt8 {
    switch self {
    case .sent: 0
    case .cleared: 1
    case .replaced: 2
    case .merged: 3
    case .parked: 4
    case .command: 5
    case .edited: 6
    }
  }
}
