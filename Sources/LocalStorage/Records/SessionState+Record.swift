import ChatDomain

extension SessionState: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(openChannel, openThread, isInThread, isOffline, foldedSections.sorted())
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      openChannel: try reader.read(), openThread: try reader.read(), isInThread: try reader.read(),
      isOffline: try reader.read(), foldedSections: Set(try reader.read([String].self)))
  }
}
