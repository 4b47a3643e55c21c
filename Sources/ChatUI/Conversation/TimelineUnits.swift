import ChatControllers
import ChatDomain
import ChatScreens

/// The messages of a place as units: one message each, with what stands over it, a date or the mark of what is new.
struct TimelineUnits {
  let messages: [Message]
  let reader: UserID
  let now: Timestamp
  let calendar: any WallCalendar
  /// What was read when the place was opened; nothing is marked without it.
  let readMark: Timetoken?
  /// Who replied last in a thread, if that is known here.
  let lastAuthor: (MessageID) -> String?
  /// Which threads hold a draft.
  let hasDraft: (MessageID) -> Bool
  let uploads: (Message) -> [UploadLine]
  let failure: (Message) -> String?
  /// What tries again what failed.
  let retryKey: String?
  /// Replies do not show the thread that they are in.
  let isThread: Bool

  /// How long somebody goes on before their name is said again.
  private static let pause = Duration.seconds(300)

  func unit(at index: Int) -> [TimelineItem] {
    let message = messages[index]
    let before = index > 0 ? messages[index - 1] : nil
    var items: [TimelineItem] = []
    let isNewDay =
      before.map { calendar.dayNumber($0.createdAt) != calendar.dayNumber(message.createdAt) } ?? true
    if isNewDay { items.append(.day(calendar.day(message.createdAt, now: now))) }
    let isFirstUnread = isUnread(message) && before.map { !isBehindMark($0) } ?? true
    if isFirstUnread { items.append(.unreadMark) }
    items.append(.message(row(message, after: isNewDay || isFirstUnread ? nil : before)))
    return items
  }

  private func isUnread(_ message: Message) -> Bool {
    guard let readMark, let token = message.timetoken, message.author.id != reader else { return false }
    return token > readMark
  }

  /// Also what oneself wrote there: whoever has answered needs no second mark.
  private func isBehindMark(_ message: Message) -> Bool {
    guard let readMark, let token = message.timetoken else { return true }
    return token > readMark
  }

  private func row(_ message: Message, after before: Message?) -> MessageRow {
    var row = MessageRow(message: message, time: calendar.time(message.createdAt))
    row.isOwn = message.author.id == reader
    row.mentionsReader = !row.isOwn && message.mentionedUsers.contains(reader)
    row.isPinned = message.pin?.holds(at: now) ?? false
    row.failure = failure(message)
    row.retryKey = message.localState?.isFailed == true ? retryKey : nil
    row.uploads = uploads(message)
    row.thread = isThread ? nil : threadLine(of: message)
    if let before, before.kind == message.kind, before.author.id == message.author.id, message.quoted == nil,
      message.createdAt - before.createdAt < Self.pause
    {
      row.isGrouped = true
    }
    return row
  }

  private func threadLine(of message: Message) -> MessageRow.ThreadLine? {
    let hasDraft = hasDraft(message.id)
    let info = message.threadInfo
    guard hasDraft || (info?.replyCount ?? 0) > 0 else { return nil }
    return MessageRow.ThreadLine(
      replyCount: info?.replyCount ?? 0, lastAuthor: lastAuthor(message.id),
      lastTime: info?.lastRepliedAt.map(calendar.time), hasDraft: hasDraft)
  }
}
