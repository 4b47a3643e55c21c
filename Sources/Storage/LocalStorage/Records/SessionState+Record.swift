import ChatDomain

extension SessionState: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(openChannel, openThread, isInThread, isOffline, foldedSections.sorted())
    // Left out where there is nothing to say, so that versions before these read it too.
    let hasFiles = hasEarlyFiles || isOfflineAssumed
    let hasReasons = !knockReasons.isEmpty || hasFiles
    let hasWords = hasEarlyWords || hasReasons
    if chosenSpace != nil || hasWords { writer.write(chosenSpace) }
    if hasWords { writer.write(hasEarlyWords) }
    if hasReasons { writer.write(knockReasons) }
    if hasFiles { writer.write(hasEarlyFiles) }
    if isOfflineAssumed { writer.write(isOfflineAssumed) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      openChannel: try reader.read(), openThread: try reader.read(), isInThread: try reader.read(),
      isOffline: try reader.read(), foldedSections: Set(try reader.read([String].self)))
    // Those from before a space was kept end here, and those from before early words, reasons, early files or an assumed
    // choice behind it.
    if reader.remaining > 0 { chosenSpace = try reader.read() }
    if reader.remaining > 0 { hasEarlyWords = try reader.read() }
    if reader.remaining > 0 { knockReasons = try reader.read() }
    if reader.remaining > 0 { hasEarlyFiles = try reader.read() }
    if reader.remaining > 0 { isOfflineAssumed = try reader.read() }
  }
}
