import ChatDomain

extension ChatIdentifier {
  func write(to writer: inout RecordWriter) { writer.write(rawValue) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(rawValue: try reader.read())
  }
}

extension UserID: Recordable {}
extension DeviceID: Recordable {}
extension ChannelID: Recordable {}
extension MessageID: Recordable {}
extension TransactionID: Recordable {}
extension FileID: Recordable {}

extension Timestamp: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(microseconds) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(microseconds: try reader.read())
  }
}

extension Duration: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(components.seconds, components.attoseconds)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let (seconds, attoseconds): (Int64, Int64) = (try reader.read(), try reader.read())
    guard attoseconds.magnitude < 1_000_000_000_000_000_000 else { throw RecordDamage.tooLarge }
    self.init(secondsComponent: seconds, attosecondsComponent: attoseconds)
  }
}

extension Timetoken: Recordable {
  func write(to writer: inout RecordWriter) { writer.write(rawValue) }
  init(from reader: inout RecordReader) throws(RecordDamage) { self.init(try reader.read()) }
}

extension User: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(id, name, custom)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(id: try reader.read(), name: try reader.read(), custom: try reader.read())
  }
}

extension JSONValue: Recordable {
  /// Deeper levels are not stored: they cannot be sent, and the stack has a limit.
  static let deepest = maximumDepth

  func write(to writer: inout RecordWriter) { write(to: &writer, depth: 0) }

  private func write(to writer: inout RecordWriter, depth: Int) {
    switch self {
    case .array where depth == Self.deepest, .object where depth == Self.deepest: writer.write(tag: 0)
    case .null: writer.write(tag: 0)
    case .bool(let value): writer.write(tag: 1, value)
    case .integer(let value): writer.write(tag: 2, value)
    case .number(let value): writer.write(tag: 3, value)
    case .string(let value): writer.write(tag: 4, value)
    case .array(let values):
      writer.write(byte: 5)
      writer.write(count: values.count)
      for value in values { value.write(to: &writer, depth: depth + 1) }
    case .object(let values):
      writer.write(byte: 6)
      writer.write(count: values.count)
      for (key, value) in values.inOrder {
        writer.write(key)
        value.write(to: &writer, depth: depth + 1)
      }
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    switch try reader.readByte() {
    case 0: self = .null
    case 1: self = .bool(try reader.read())
    case 2: self = .integer(try reader.read())
    case 3: self = .number(try reader.read())
    case 4: self = .string(try reader.read())
    case 5: self = .array(try reader.nested { (reader) throws(RecordDamage) in try reader.read() })
    case 6: self = .object(try reader.nested { (reader) throws(RecordDamage) in try reader.read() })
    default: throw RecordDamage.unknownTag
    }
  }
}

extension SessionState: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(openChannel, openThread, isInThread, isOffline, foldedSections.sorted())
    // Omitted if empty, so that earlier versions can read the record too.
    let hasAssumption = isOfflineAssumed || introducedDevice != nil
    let hasFiles = hasEarlyFiles || hasAssumption
    let hasReasons = !knockReasons.isEmpty || hasFiles
    let hasWords = hasEarlyWords || hasReasons
    if chosenSpace != nil || hasWords { writer.write(chosenSpace) }
    if hasWords { writer.write(hasEarlyWords) }
    if hasReasons { writer.write(knockReasons) }
    if hasFiles { writer.write(hasEarlyFiles) }
    if hasAssumption { writer.write(isOfflineAssumed) }
    if let introducedDevice { writer.write(introducedDevice) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      openChannel: try reader.read(), openThread: try reader.read(), isInThread: try reader.read(),
      isOffline: try reader.read(), foldedSections: Set(try reader.read([String].self)))
    // A record ends after its last field that is not empty. Older records also end before the fields that were added later.
    if reader.remaining > 0 { chosenSpace = try reader.read() }
    if reader.remaining > 0 { hasEarlyWords = try reader.read() }
    if reader.remaining > 0 { knockReasons = try reader.read() }
    if reader.remaining > 0 { hasEarlyFiles = try reader.read() }
    if reader.remaining > 0 { isOfflineAssumed = try reader.read() }
    if reader.remaining > 0 { introducedDevice = try reader.read() as String }
  }
}
