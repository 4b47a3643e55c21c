import ChatDomain

extension DraftKey: Recordable {
  func write(to writer: inout RecordWriter) {
    channelId.write(to: &writer)
    parentId.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(channelId: try reader.read(), parentId: try reader.read())
  }
}

extension DraftContent: Recordable {
  func write(to writer: inout RecordWriter) {
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

extension SyncedDraft: Recordable {
  func write(to writer: inout RecordWriter) {
    revision.write(to: &writer)
    content.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(revision: try reader.read(), content: try reader.read())
  }
}

extension StoredEdit: Recordable {
  func write(to writer: inout RecordWriter) {
    messageId.write(to: &writer)
    elements.write(to: &writer)
    caret.write(to: &writer)
    files.write(to: &writer)
    inputFiles.write(to: &writer)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      messageId: try reader.read(), elements: try reader.read(), caret: try reader.read(),
      files: try reader.read(), inputFiles: try reader.read())
  }
}
