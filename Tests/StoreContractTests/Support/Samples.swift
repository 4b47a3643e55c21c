import ChatDomain
import DraftEngine

/// What the tests keep, with every field set to something that cannot be there by chance.
enum Samples {
  static let general = DraftKey(channelId: "general")
  static let thread = DraftKey(channelId: "general", parentId: "m1")
  static let ann = User(id: "ann", name: "Ann", custom: ["role": .object(["team": .array([1, true, nil])])])

  /// A text whose bytes a careless store changes: accents in two forms, NUL, line ends, what is not a character.
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
        inputFiles: [InputFile(name: "later", type: "f/g", source: .bytes([7]))]),
      createdAt: Timestamp(microseconds: 1_234_567), updatedAt: Timestamp(microseconds: -5),
      ancestor: SyncedDraft(revision: 41, content: content), isAncestorSpent: true,
      unanswered: [DraftDigest(content), DraftDigest(nil)], savedBy: "phone")
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
