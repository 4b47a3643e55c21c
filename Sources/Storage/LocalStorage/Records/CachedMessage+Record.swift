import ChatDomain

/// A message in a row of the cache. Data added in later versions follows the message, and only if there is any.
struct CachedMessage: Recordable, Hashable {
  let message: Message

  init(_ message: Message) { self.message = message }

  func write(to writer: inout RecordWriter) {
    writer.write(message)
    let details = message.files.map(FileDetails.init)
    // An unreadable message is always encrypted.
    let wasEncrypted = message.isEncrypted && !message.isUnreadable
    let hasMentions = !message.alsoMentioned.isEmpty
    let hasForm = !message.isEditable || wasEncrypted || hasMentions
    guard hasForm || details.contains(where: { $0 != FileDetails() }) else { return }
    writer.write(details)
    if hasForm { writer.write(message.isEditable) }
    if wasEncrypted || hasMentions { writer.write(message.isEncrypted) }
    if hasMentions { writer.write(message.alsoMentioned) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    var message: Message = try reader.read()
    if reader.remaining > 0 {
      let details: [FileDetails] = try reader.read()
      guard details.count == message.files.count else { throw RecordDamage(.missingPart) }
      message.files = zip(message.files, details).map { $1.completing($0) }
    }
    if reader.remaining > 0 { message.isEditable = try reader.read() }
    if reader.remaining > 0 { message.isEncrypted = try reader.read() }
    if reader.remaining > 0 { message.alsoMentioned = try reader.read() }
    self.init(message)
  }
}

/// How a file is sent, and its duration.
private struct FileDetails: Recordable, Hashable {
  private let form: FileAttachment.Form
  private let duration: Duration?

  init() {
    form = .file
    duration = nil
  }

  init(_ file: FileAttachment) {
    form = file.form
    duration = file.duration
  }

  func completing(_ file: FileAttachment) -> FileAttachment {
    FileAttachment(
      id: file.id, name: file.name, mimeType: file.mimeType, size: file.size, form: form,
      duration: duration)
  }

  func write(to writer: inout RecordWriter) { writer.write(form, duration) }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    form = try reader.read()
    duration = try reader.read()
  }
}

extension FileAttachment.Form: RecordableCase {
  var tag: UInt8 {
    switch self {
    case .file: 0
    case .voice: 1
    case .sticker: 2
    }
  }
}
