import ChatDomain

extension SessionState: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(openChannel, openThread, isInThread, isOffline, foldedSections.sorted())
    // Left out where there is none, so that versions before this one read it too.
    if chosenSpace != nil { writer.write(chosenSpace) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      openChannel: try reader.read(), openThread: try reader.read(), isInThread: try reader.read(),
      isOffline: try reader.read(), foldedSections: Set(try reader.read([String].self)))
    // Those from before a space was kept end here.
    if reader.remaining > 0 { chosenSpace = try reader.read() }
  }
}
