import ChatDomain
import DraftEngine

extension Message: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(
      id, channelId, parentId, Form(self), author, elements, files, quoted, createdAt, timetoken,
      editedAt, deletedAt, pin, isShownInChannel, threadInfo, reactions, transactionId, localState, extras,
      version)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let (id, channelId): (MessageID, ChannelID) = (try reader.read(), try reader.read())
    let parentId: MessageID? = try reader.read()
    let form: Form = try reader.read()
    let author: User = try reader.read()
    let (elements, files): ([MessageElement], [FileAttachment]) = (try reader.read(), try reader.read())
    let quoted: QuotedMessage? = try reader.read()
    let (createdAt, timetoken): (Timestamp, Timetoken?) = (try reader.read(), try reader.read())
    let (editedAt, deletedAt): (Timestamp?, Timestamp?) = (try reader.read(), try reader.read())
    // In one initializer call: setting a part separately copies the message.
    self.init(
      id: id, channelId: channelId, parentId: parentId, kind: form == .system ? .system : .regular,
      author: author, elements: elements, files: files, quoted: quoted, createdAt: createdAt,
      timetoken: timetoken, editedAt: editedAt, deletedAt: deletedAt, pin: try reader.read(),
      isUnreadable: form == .unreadable,
      isShownInChannel: try reader.read(), threadInfo: try reader.read(), reactions: try reader.read(),
      transactionId: try reader.read(), localState: try reader.read(), extras: try reader.read())
    version = try reader.read()
  }
}

/// The kind of a message, in the byte that originally said only whether it is a system message.
private enum Form: RecordableCase {
  case regular
  case system
  case unreadable

  init(_ message: Message) {
    self = message.isUnreadable ? .unreadable : message.kind == .system ? .system : .regular
  }

  var tag: UInt8 {
    switch self {
    case .regular: 0
    case .system: 1
    case .unreadable: 2
    }
  }
}

extension Pin: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(by, at, expiresAt)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(by: try reader.read(), at: try reader.read(), expiresAt: try reader.read())
  }
}

extension Reaction: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(name, users)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(name: try reader.read(), users: try reader.read())
  }
}

extension ThreadInfo: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(replyCount, mostRepliedUsers, lastRepliedAt, updatedAt)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      replyCount: try reader.read(), mostRepliedUsers: try reader.read(), lastRepliedAt: try reader.read(),
      updatedAt: try reader.read())
  }
}

extension MessageExtras: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(meta, customPushData, translationTargetLanguages, mentionedMessageTemplate)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      meta: try reader.read(), customPushData: try reader.read(),
      translationTargetLanguages: try reader.read(), mentionedMessageTemplate: try reader.read())
  }
}

extension LocalMessageState: RecordableCase {
  var tag: UInt8 {
    switch self {
    case .pendingSend: 0
    case .sending: 1
    case .sendingFailed: 2
    case .pendingSync: 3
    case .syncing: 4
    case .syncingFailed: 5
    case .deleting: 6
    case .deletingFailed: 7
    }
  }
}

extension MessageElement: Recordable {
  func write(to writer: inout RecordWriter) {
    switch self {
    case .plainText(let text):
      writer.write(byte: 0)
      writer.write(words: text)
    case .link(let text, let target):
      let (tag, id): (UInt8, String) =
        switch target {
        case .user(let id): (1, id)
        case .channel(let id): (2, id)
        case .url(let address): (3, address)
        }
      writer.write(byte: tag)
      writer.write(words: text)
      writer.write(text: id)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let tag = try reader.readByte()
    let text = try reader.readWords()
    switch tag {
    case 0: self = .plainText(text: text)
    case 1: self = .link(text: text, target: .user(userId: try reader.read()))
    case 2: self = .link(text: text, target: .channel(channelId: try reader.read()))
    case 3: self = .link(text: text, target: .url(url: try reader.read()))
    default: throw RecordDamage.unknownTag
    }
  }
}

extension QuotedMessage: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(id, channelId, author, elements, version, Words(self))
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let hasVersion = reader.version > 1
    let (id, channelId): (MessageID, ChannelID) = (try reader.read(), try reader.read())
    let (author, elements): (User, [MessageElement]) = (try reader.read(), try reader.read())
    let version: Timetoken? = hasVersion ? try reader.read() : nil
    let words: Words = hasVersion ? try reader.read() : .there
    self.init(
      id: id, channelId: channelId, author: author, elements: elements, version: version,
      isDeleted: words == .deleted, isUnreadable: words == .unreadable)
  }
}

/// The state of the quoted text, in the byte that originally said only whether it was deleted.
private enum Words: RecordableCase {
  case there
  case deleted
  case unreadable

  init(_ quoted: QuotedMessage) {
    self = quoted.isDeleted ? .deleted : quoted.isUnreadable ? .unreadable : .there
  }

  var tag: UInt8 {
    switch self {
    case .there: 0
    case .deleted: 1
    case .unreadable: 2
    }
  }
}

extension FileAttachment: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(id, name, mimeType, size)
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    self.init(
      id: try reader.read(), name: try reader.read(), mimeType: try reader.read(), size: try reader.read())
  }
}

extension InputFile: Recordable {
  func write(to writer: inout RecordWriter) {
    writer.write(name, type)
    switch source {
    case .bytes(let bytes):
      writer.write(byte: 0)
      writer.write(bytes: bytes)
    case .path(let path): writer.write(tag: 1, path)
    }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    let (name, type) = (try reader.read(String.self), try reader.read(String.self))
    switch try reader.readByte() {
    case 0: self.init(name: name, type: type, source: .bytes(Array(try reader.readBytes())))
    case 1: self.init(name: name, type: type, source: .path(try reader.read()))
    default: throw RecordDamage.unknownTag
    }
  }
}

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
    let note = message.encryptionNote
    let hasForm = !message.isEditable || wasEncrypted || hasMentions || note != nil
    guard hasForm || details.contains(where: { $0 != FileDetails() }) else { return }
    writer.write(details)
    if hasForm { writer.write(message.isEditable) }
    if wasEncrypted || hasMentions || note != nil { writer.write(message.isEncrypted) }
    if hasMentions || note != nil { writer.write(message.alsoMentioned) }
    if let note { writer.write(note.rawValue) }
  }

  init(from reader: inout RecordReader) throws(RecordDamage) {
    var message: Message = try reader.read()
    if reader.remaining > 0 {
      let details: [FileDetails] = try reader.read()
      guard details.count == message.files.count else { throw RecordDamage.missingPart }
      message.files = zip(message.files, details).map { $1.completing($0) }
    }
    if reader.remaining > 0 { message.isEditable = try reader.read() }
    if reader.remaining > 0 { message.isEncrypted = try reader.read() }
    if reader.remaining > 0 { message.alsoMentioned = try reader.read() }
    if reader.remaining > 0 {
      // A note of a later version is left out.
      message.encryptionNote = EncryptionNote(rawValue: try reader.read())
    }
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
