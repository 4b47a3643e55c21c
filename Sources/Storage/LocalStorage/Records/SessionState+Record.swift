import ChatDomain

extension SessionState: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(openChannel, openThread, isInThread, isOffline, foldedSections.sorted())
    // Omitted if empty, so that earlier versions can read the record too.
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
    // Records from before the chosen space was stored end here. Older records also end before the later fields: early texts,
    // reasons, early files and the assumed choice.
    if reader.remaining > 0 { chosenSpace = try reader.read() }
    if reader.remaining > 0 { hasEarlyWords = try reader.read() }
    if reader.remaining > 0 { knockReasons = try reader.read() }
    if reader.remaining > 0 { hasEarlyFiles = try reader.read() }
    if reader.remaining > 0 { isOfflineAssumed = try reader.read() }
  }
}
