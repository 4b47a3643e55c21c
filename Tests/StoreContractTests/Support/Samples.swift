import ChatDomain
import DraftEngine
import Testing

/// Sample values with every field set to a distinctive value.
enum Samples {
  static let general = DraftKey(channelId: "general")
  static let thread = DraftKey(channelId: "general", parentId: "m1")
  static let ann = User(id: "ann", name: "Ann", custom: ["role": .object(["team": .array([1, true, nil])])])

  /// A text that a careless store alters: accents in two forms, NUL, line ends, noncharacters.
  static let difficult = "  e\u{301} é \u{0} \r\n 👨‍👩‍👧 \u{FEFF}\u{202E}'\"\\;-- %_ \u{FFFF} \u{10FFFF}\t "

  static func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

  static func draft(
    _ key: DraftKey = general, _ text: String = "hello", created: Int64 = 1, updated: Int64? = nil
  ) -> StoredDraft {
    StoredDraft(
      key: key, content: DraftContent(elements: [.plainText(text: text)]), createdAt: time(created),
      updatedAt: time(updated ?? created))
  }

  static func fullDraft(_ key: DraftKey) -> StoredDraft {
    let quoted = QuotedMessage(
      id: "m0", channelId: key.channelId, author: ann, elements: [.plainText(text: difficult)],
      version: Timetoken(.max))
    let content = DraftContent(
      elements: [
        .plainText(text: difficult), .link(text: "Ann e\u{301}", target: .user(userId: "ann\u{0}")),
        .link(text: "#general", target: .channel(channelId: "general")),
        .link(text: "", target: .url(url: "https://example.org/?a=b&c=é")), .plainText(text: " end "),
      ],
      files: [FileAttachment(id: "f1", name: "a\nb.png", mimeType: "image/png", size: 12_345)],
      quoted: quoted, isShownInChannel: true)
    return StoredDraft(
      key: key, content: content,
      inputFiles: [
        InputFile(name: "bytes", type: "text/plain", source: .bytes([0, 1, 254, 255])),
        InputFile(name: "path", type: "x/y", source: .path("/tmp/e\u{301} \u{1}")),
      ],
      caret: 7,
      edit: StoredEdit(
        messageId: "m9", elements: [.plainText(text: difficult)], caret: 3,
        files: [FileAttachment(id: "f2", name: "c", mimeType: "d/e", size: 1)],
        inputFiles: [InputFile(name: "later", type: "f/g", source: .bytes([7]))],
        isEncrypted: true),
      createdAt: Timestamp(microseconds: 1_234_567), updatedAt: Timestamp(microseconds: -5),
      ancestor: SyncedDraft(revision: 41, content: content), isAncestorSpent: true,
      unanswered: [DraftDigest(content), DraftDigest(nil)], savedBy: "phone", isEncrypted: true)
  }

  static func history(
    _ text: String, of key: DraftKey = general, at seconds: Int64, reason: DraftHistoryEntry.Reason = .cleared
  ) -> DraftHistoryEntry {
    DraftHistoryEntry(
      key: key, elements: [.plainText(text: text)], reason: reason, at: time(seconds))
  }

  static func message(
    _ id: MessageID, in channel: ChannelID = "general", at number: Int64 = 1, text: String = "words"
  ) -> Message {
    Message(
      id: id, channelId: channel, author: ann, elements: [.plainText(text: text)], createdAt: time(number),
      timetoken: Timetoken(UInt64(number)))
  }

  static func outbox(_ id: TransactionID, _ sequence: Int, in channel: ChannelID = "general") -> OutboxEntry {
    OutboxEntry(
      sequence: sequence, transactionId: id,
      work: .send(NewMessage(transactionId: id, channelId: channel, markup: "words")),
      message: message(MessageID(id.rawValue), in: channel))
  }

  static func channel(_ id: ChannelID, active seconds: Int64) -> ChannelSummary {
    ChannelSummary(
      channel: Channel(id: id, type: .public, createdAt: time(0)), memberCount: 3,
      lastMessage: message("last", in: id, at: seconds), reading: ReadPosition(unreadCount: 1))
  }
}

/// A text that a careless store does not return byte by byte.
struct DifficultText: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let text: String

  static let all = [
    DifficultText(testDescription: "a combining accent", text: "e\u{301}"),
    DifficultText(testDescription: "an accent of one piece", text: "é"),
    DifficultText(testDescription: "NUL between and at the end", text: "a\u{0}b\u{0}"),
    DifficultText(testDescription: "only NUL", text: "\u{0}"),
    DifficultText(testDescription: "blanks at both ends", text: "  \n x \n"),
    DifficultText(testDescription: "only blanks", text: " \t "),
    DifficultText(testDescription: "a line end of two bytes", text: "\r\n"),
    DifficultText(testDescription: "a carriage return", text: "\r"),
    DifficultText(testDescription: "quotes of SQL", text: "'; DROP TABLE drafts; --"),
    DifficultText(testDescription: "a byte order mark", text: "\u{FEFF}x"),
    DifficultText(testDescription: "one and a half flags", text: "\u{1F1E9}\u{1F1EA}\u{1F1E9}"),
    DifficultText(testDescription: "what is no character", text: "\u{FFFE}\u{FFFF}\u{10FFFF}"),
    DifficultText(testDescription: "what looks like markup", text: "[a](pn-user://b)"),
    DifficultText(testDescription: "all of it", text: Samples.difficult),
  ]
}

/// A value as bytes, because `==` treats "é" and "e" with a combining accent as equal.
///
/// Dictionaries are written in the order of their keys, everything else in its own order.
func exact(_ value: Any) -> [UInt8] {
  var bytes: [UInt8] = []
  write(value, to: &bytes)
  return bytes
}

private func write(_ value: Any, to bytes: inout [UInt8]) {
  switch value {
  case let text as String:
    bytes += Array("s\(text.utf8.count):".utf8) + Array(text.utf8)
  case let pairs as [String: Any]:
    for key in pairs.keys.sorted() {
      write(key, to: &bytes)
      write(pairs[key] as Any, to: &bytes)
    }
  default:
    let mirror = Mirror(reflecting: value)
    bytes += Array("\(mirror.subjectType)".utf8)
    if mirror.children.isEmpty { bytes += Array(String(describing: value).utf8) }
    bytes.append(UInt8(ascii: "("))
    for child in mirror.children {
      bytes += Array((child.label ?? "").utf8)
      write(child.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: ")"))
  }
}
