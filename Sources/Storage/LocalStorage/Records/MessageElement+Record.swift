import ChatDomain
import DraftEngine

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
    default: throw RecordDamage(.unknownTag)
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
    default: throw RecordDamage(.unknownTag)
    }
  }
}
