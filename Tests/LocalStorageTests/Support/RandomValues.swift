import ChatDomain
import DraftEngine
import TestSupport

/// Random values of every stored type, with every case and every absent field.
struct RandomValues {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private static let texts = [
    "", " ", "plain words", "e\u{301}", "é", "\u{0}", "a\u{0}b", "\r\n", "👨‍👩‍👧", "漢字 und mehr", "\u{FEFF}x",
    "\u{10FFFF}", String(repeating: "long and é ", count: 40),
  ]

  mutating func text() -> String { generator.one(of: Self.texts) + generator.one(of: Self.texts) }

  mutating func maybe<Value>(_ make: (inout RandomValues) -> Value) -> Value? {
    generator.percent(50) ? make(&self) : nil
  }

  mutating func some<Value>(_ most: Int = 3, _ make: (inout RandomValues) -> Value) -> [Value] {
    (0..<generator.below(most + 1)).map { _ in make(&self) }
  }

  mutating func flag() -> Bool { generator.percent(50) }

  mutating func integer() -> Int {
    generator.one(of: [0, 1, -1, 127, 128, 12_345, -70_000, .max, .min, generator.below(1_000_000)])
  }

  mutating func time() -> Timestamp { Timestamp(microseconds: Int64(integer())) }

  mutating func token() -> Timetoken { Timetoken(UInt64(bitPattern: Int64(integer()))) }

  mutating func json(_ depth: Int = 3) -> JSONValue {
    switch generator.below(depth > 0 ? 7 : 5) {
    case 0: .null
    case 1: .bool(flag())
    case 2: .integer(integer())
    case 3: .number(generator.one(of: [0, -0.0, 0.1, -1e300, .infinity, .leastNonzeroMagnitude, 3]))
    case 4: .string(text())
    case 5: .array(some { $0.json(depth - 1) })
    default: .object(Dictionary(some { ($0.text(), $0.json(depth - 1)) }) { first, _ in first })
    }
  }

  mutating func user() -> User {
    User(
      id: UserID(text()), name: maybe { $0.text() },
      custom: Dictionary(some { ($0.text(), $0.json()) }) { first, _ in first })
  }

  mutating func element() -> MessageElement {
    switch generator.below(4) {
    case 0: .plainText(text: text())
    case 1: .link(text: text(), target: .user(userId: text()))
    case 2: .link(text: text(), target: .channel(channelId: text()))
    default: .link(text: text(), target: .url(url: text()))
    }
  }

  mutating func elements() -> [MessageElement] { some(5) { $0.element() } }

  mutating func file() -> FileAttachment {
    FileAttachment(id: FileID(text()), name: text(), mimeType: text(), size: integer())
  }

  /// A message whose files have fields that earlier versions lack.
  mutating func playingMessage() -> Message {
    var message = message()
    // The files of an unreadable message are unknown.
    guard !message.isUnreadable else {
      message.encryptionNote = maybe { $0.generator.one(of: EncryptionNote.allCases.filter(\.isUnreadable)) }
      return message
    }
    if flag() { message.encryptionNote = .senderNotProven }
    message.isEditable = flag()
    message.isEncrypted = flag()
    message.files = some(3) { values in
      let file = values.file()
      let form = FileAttachment.Form.allCases[values.generator.below(FileAttachment.Form.allCases.count)]
      return FileAttachment(
        id: file.id, name: file.name, mimeType: file.mimeType, size: file.size, form: form,
        duration: values.flag() ? .milliseconds(values.generator.below(1 << 40)) : nil)
    }
    return message
  }

  mutating func inputFile() -> InputFile {
    let bytes = some(40) { UInt8($0.generator.below(256)) }
    return InputFile(name: text(), type: text(), source: flag() ? .bytes(bytes) : .path(text()))
  }

  mutating func quote() -> QuotedMessage {
    QuotedMessage(
      id: MessageID(text()), channelId: ChannelID(text()), author: user(), elements: elements(),
      version: maybe { $0.token() }, isDeleted: flag(), isUnreadable: flag())
  }

  mutating func extras() -> MessageExtras {
    MessageExtras(
      meta: maybe { values in Dictionary(values.some { ($0.text(), $0.json()) }) { first, _ in first } },
      customPushData: maybe { values in
        Dictionary(values.some { ($0.text(), $0.text()) }) { first, _ in first }
      },
      translationTargetLanguages: some { $0.text() }, mentionedMessageTemplate: maybe { $0.text() })
  }

  mutating func message() -> Message {
    let isUnreadable = generator.percent(20)
    var message = Message(
      id: MessageID(text()), channelId: ChannelID(text()), parentId: maybe { MessageID($0.text()) },
      kind: !isUnreadable && flag() ? .system : .regular, author: user(), elements: elements(),
      files: some { $0.file() },
      quoted: maybe { $0.quote() }, createdAt: time(), timetoken: maybe { $0.token() },
      pin: maybe { values in
        Pin(by: UserID(values.text()), at: values.time(), expiresAt: values.maybe { $0.time() })
      },
      isUnreadable: isUnreadable, isShownInChannel: flag(), threadInfo: maybe { $0.thread() },
      reactions: some { values in Reaction(name: values.text(), users: values.some { UserID($0.text()) }) },
      transactionId: maybe { TransactionID($0.text()) },
      localState: maybe { $0.generator.one(of: LocalMessageState.allCases) }, extras: extras())
    message.editedAt = maybe { $0.time() }
    message.deletedAt = maybe { $0.time() }
    return message
  }

  mutating func thread() -> ThreadInfo {
    ThreadInfo(
      replyCount: integer(), mostRepliedUsers: some { $0.user() }, lastRepliedAt: maybe { $0.time() },
      updatedAt: token())
  }
}
