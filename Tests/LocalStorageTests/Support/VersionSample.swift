import ChatDomain
import DraftEngine

/// The content of the files in `Fixtures`, as written by their versions. Neither is ever changed; a later version
/// gets a new sample and file.
struct VersionSample {
  /// Version 1 lacks the version and deletion of quoted messages, and the last editor of a draft.
  static let one = VersionSample(
    quoted: QuotedMessage(id: "m2", channelId: "general", author: ann, elements: elements),
    quotedInDraft: QuotedMessage(id: "m2", channelId: "general", author: ann, elements: elements),
    savedBy: nil)
  static let two = VersionSample(
    quoted: QuotedMessage(
      id: "m2", channelId: "general", author: ann, elements: elements, version: Timetoken(77)),
    quotedInDraft: QuotedMessage(
      id: "m2", channelId: "general", author: ann, elements: [], version: Timetoken(78), isDeleted: true),
    savedBy: "phone")

  private let quoted: QuotedMessage
  private let quotedInDraft: QuotedMessage
  private let savedBy: DeviceID?

  private static let ann = User(id: "ann", name: "Ann", custom: ["team": .array([1, true, nil, "é"])])
  private static let elements: [MessageElement] = [
    .plainText(text: "ask "), .link(text: "Ann", target: .user(userId: "ann")),
    .plainText(text: " e\u{301} é \u{0}\r\n "),
    .link(text: "here", target: .url(url: "https://example.org")),
  ]
  private static let file = FileAttachment(id: "f1", name: "a.png", mimeType: "image/png", size: 12)
  private static let inputs = [
    InputFile(name: "b", type: "text/plain", source: .bytes([0, 255])),
    InputFile(name: "c", type: "text/plain", source: .path("/tmp/c")),
  ]

  private static func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

  var message: Message {
    var message = Message(
      id: "m1", channelId: "general", parentId: "m0", author: Self.ann, elements: Self.elements,
      files: [Self.file],
      quoted: quoted, createdAt: Self.time(5), timetoken: Timetoken(.max),
      pin: Pin(by: "ann", at: Self.time(6), expiresAt: Self.time(7)),
      isShownInChannel: false,
      threadInfo: ThreadInfo(
        replyCount: 2, mostRepliedUsers: [Self.ann], lastRepliedAt: Self.time(8), updatedAt: Timetoken(9)),
      reactions: [Reaction(name: "👍", users: ["ann", "ben"])], transactionId: "t1",
      localState: .sendingFailed,
      extras: MessageExtras(
        meta: ["a": .number(0.5)], customPushData: ["k": "v"], translationTargetLanguages: ["de"],
        mentionedMessageTemplate: "@{ann}"))
    message.editedAt = Self.time(10)
    message.deletedAt = Self.time(11)
    return message
  }

  /// Long enough to have changes besides its record.
  func draft(_ end: String) -> StoredDraft {
    let words = String(repeating: "many words ", count: 200) + end
    let content = DraftContent(
      elements: Self.elements + [.plainText(text: words)], files: [Self.file], quoted: quotedInDraft,
      isShownInChannel: true)
    return StoredDraft(
      key: DraftKey(channelId: "general", parentId: "m0"), content: content, inputFiles: Self.inputs,
      caret: 7,
      edit: StoredEdit(
        messageId: "m3", elements: Self.elements, caret: 3, files: [Self.file], inputFiles: Self.inputs),
      createdAt: Self.time(1), updatedAt: Self.time(2),
      ancestor: SyncedDraft(revision: 4, content: DraftContent(elements: Self.elements)),
      isAncestorSpent: true, savedBy: savedBy)
  }

  var history: DraftHistoryEntry {
    DraftHistoryEntry(
      key: DraftKey(channelId: "general"), elements: Self.elements, reason: .merged, at: Self.time(20))
  }

  var outbox: [OutboxEntry] {
    [
      OutboxEntry(
        sequence: 1, transactionId: "t1",
        work: .send(
          NewMessage(
            transactionId: "t1", channelId: "general", parentId: "m0", markup: "words", files: ["f1"],
            pinning: Pinning(expiresAt: Self.time(3)),
            delivery: DeliveryOptions(shouldStore: false, timeToLive: 4, usePost: true))),
        message: message, inputFiles: Self.inputs, attempts: 3,
        failure: .refused(.messageTooLong(bytes: 9, limit: 8)), deletesOnArrival: true, deletesHard: true),
      OutboxEntry(
        sequence: 2, transactionId: "t2",
        work: .edit(
          MessageEdit(transactionId: "t2", channelId: "general", messageId: "m1", markup: "w", files: [])),
        message: message, failure: .connection(.interrupted)),
      OutboxEntry(sequence: 3, transactionId: "t3", work: .delete(hard: true), message: message),
      OutboxEntry(sequence: 4, transactionId: "t4", work: .pin(Pinning()), message: message),
      OutboxEntry(sequence: 5, transactionId: "t5", work: .unpin, message: message),
    ]
  }

  var channel: ChannelSummary {
    ChannelSummary(
      channel: Channel(id: "general", name: "General", type: .group, topic: "topic", createdAt: Self.time(1)),
      memberCount: 3, partner: Self.ann, lastMessage: message,
      reading: ReadPosition(lastRead: Timetoken(5), unreadCount: 2, mentionCount: 1))
  }

  var token: EventToken { "token-1" }
}
