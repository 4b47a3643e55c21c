import ChatDomain
import DraftEngine

/// What `Fixtures/version-2.db` was filled with when files had version 2. Neither is ever changed; the file of a later
/// version gets its own.
enum VersionTwo {
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

  static let message: Message = {
    var message = Message(
      id: "m1", channelId: "general", parentId: "m0", author: ann, elements: elements, files: [file],
      quoted: QuotedMessage(
        id: "m2", channelId: "general", author: ann, elements: elements, version: Timetoken(77)),
      createdAt: time(5), timetoken: Timetoken(.max), pin: Pin(by: "ann", at: time(6), expiresAt: time(7)),
      isShownInChannel: false,
      threadInfo: ThreadInfo(
        replyCount: 2, mostRepliedUsers: [ann], lastRepliedAt: time(8), updatedAt: Timetoken(9)),
      reactions: [Reaction(name: "👍", users: ["ann", "ben"])], transactionId: "t1",
      localState: .sendingFailed,
      extras: MessageExtras(
        meta: ["a": .number(0.5)], customPushData: ["k": "v"], translationTargetLanguages: ["de"],
        mentionedMessageTemplate: "@{ann}"))
    message.editedAt = time(10)
    message.deletedAt = time(11)
    return message
  }()

  /// Long enough to have changes beside its record.
  static func draft(_ end: String) -> StoredDraft {
    let words = String(repeating: "many words ", count: 200) + end
    let content = DraftContent(
      elements: elements + [.plainText(text: words)], files: [file],
      quoted: QuotedMessage(
        id: "m2", channelId: "general", author: ann, elements: [], version: Timetoken(78), isDeleted: true),
      isShownInChannel: true)
    return StoredDraft(
      key: DraftKey(channelId: "general", parentId: "m0"), content: content, inputFiles: inputs, caret: 7,
      edit: StoredEdit(messageId: "m3", elements: elements, caret: 3, files: [file], inputFiles: inputs),
      createdAt: time(1), updatedAt: time(2),
      ancestor: SyncedDraft(revision: 4, content: DraftContent(elements: elements)),
      isAncestorSpent: true, savedBy: "phone")
  }

  static let history = DraftHistoryEntry(
    key: DraftKey(channelId: "general"), elements: elements, reason: .merged, at: time(20))

  static let outbox = [
    OutboxEntry(
      sequence: 1, transactionId: "t1",
      work: .send(
        NewMessage(
          transactionId: "t1", channelId: "general", parentId: "m0", markup: "words", files: ["f1"],
          pinning: Pinning(expiresAt: time(3)),
          delivery: DeliveryOptions(shouldStore: false, timeToLive: 4, usePost: true))),
      message: message, inputFiles: inputs, attempts: 3,
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

  static let channel = ChannelSummary(
    channel: Channel(id: "general", name: "General", type: .group, topic: "topic", createdAt: time(1)),
    memberCount: 3, partner: ann, lastMessage: message,
    reading: ReadPosition(lastRead: Timetoken(5), unreadCount: 2, mentionCount: 1))

  static let token: EventToken = "token-1"
}
