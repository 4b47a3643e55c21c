import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// The messages of a place as units: one message each, with the date, the unread mark or an empty line above it.
struct TimelineUnits {
  let place: DraftKey
  let messages: [Message]
  /// The index of a message, if it is among them.
  let index: (MessageID) -> Int?
  /// The revision of the messages' appearance.
  let revision: Int
  let reader: UserID
  let clock: MessageClock
  let layout: MessageLayout
  /// The read position at the time the place was opened; nil if there is no mark.
  let readMark: Timetoken?
  let annotations: MessageAnnotations
  /// Whether messages here are encrypted, so that unencrypted ones are marked.
  let isEncrypted: Bool
  /// The message whose code is cut, with its first visible column.
  var cutMessage: MessageID?
  var codeColumn: Int?

  /// Whether the messages are replies, which do not show the thread they are in.
  var isThread: Bool { place.parentId != nil }

  /// The longest pause after which an author's name is not shown again.
  private static let pause = Duration.seconds(300)

  func unit(at index: Int) -> [TimelineItem] {
    let message = messages[index]
    let before = index > 0 ? messages[index - 1] : nil
    var items: [TimelineItem] = []
    let isNewDay = before.map { isOnOtherDay(message, than: $0) } ?? true
    let isFirstUnread = isUnread(message) && before.map { !isBehindMark($0) } ?? true
    var row = row(message, after: isNewDay || isFirstUnread ? nil : before)
    if let before, isApart(row, from: before, isDivided: isNewDay || isFirstUnread) { items.append(.gap) }
    if isNewDay { items.append(.day(clock.day(message.createdAt))) }
    if isFirstUnread { items.append(.unreadMark) }
    let next = index + 1 < messages.count ? messages[index + 1] : nil
    row.readers = annotations.readers.names(upTo: message, before: next, in: place)
    items.append(.message(Shared(wrappedValue: row)))
    return items
  }

  /// A pending message was written before the messages above it, and never starts a new day.
  private func isOnOtherDay(_ message: Message, than before: Message) -> Bool {
    let (day, dayBefore) = (calendar.dayNumber(message.createdAt), calendar.dayNumber(before.createdAt))
    return message.timetoken == nil ? day > dayBefore : day != dayBefore
  }

  private func isUnread(_ message: Message) -> Bool {
    guard let readMark, let token = message.timetoken, message.author.id != reader else { return false }
    return token > readMark
  }

  /// Whether a message is after the read mark. Includes the user's own messages: after an answer, no second mark is needed.
  private func isBehindMark(_ message: Message) -> Bool {
    guard let readMark, let token = message.timetoken else { return true }
    return token > readMark
  }

  private func row(_ message: Message, after before: Message?) -> MessageRow {
    var row = MessageRow(message: message.shown(to: reader), time: clock.time(message.createdAt))
    row.showsMarks = annotations.showsMarks && message.kind == .regular
    row.codeColumn = message.id == cutMessage ? codeColumn : nil
    row.isOwn = message.author.id == reader
    row.quotesReader = message.quoted?.author.id == reader
    row.mentionsReader = !row.isOwn && message.mentions(reader)
    row.isPinned = message.pin?.holds(at: clock.now) ?? false
    row.isInClear = isEncrypted && message.isInClear
    if message.isUnreadable { row.advice = annotations.encryption.advice(on: message) }
    row.failure = annotations.failure(of: message)
    row.delay = annotations.delay(of: message)
    row.isFromThread = !isThread && message.parentId != nil
    row.retryKey = message.localState?.isFailed == true ? annotations.retryKey : nil
    row.uploads = annotations.pending.uploads(of: message)
    row.places = message.files.map { annotations.localPath(of: $0.id) }
    row.pictures = annotations.pictures(of: message)
    row.thread = isThread ? nil : threadLine(of: message)
    guard let before else { return row }
    row.isGrouped =
      before.kind == message.kind && before.author.id == message.author.id && message.quoted == nil
      && (message.elements.isAction || !before.elements.isAction)
      && message.createdAt - before.createdAt < Self.pause
    // A time equal to that of the message above is omitted.
    if layout.density == .cosy, row.isGrouped || message.kind == .system,
      clock.time(before.createdAt) == row.time
    {
      row.time = ""
    }
    return row
  }

  /// Whether there is an empty line above a message. If the previous message is by the same author and has files, the line shows
  /// that they belong to that message. The cosy layout also has a line at each new author and each divider, and around messages
  /// of several lines.
  private func isApart(_ row: MessageRow, from before: Message, isDivided: Bool) -> Bool {
    let isCosy = layout.density == .cosy
    if row.isGrouped, row.message.kind == .regular {
      let hasFiles = !(before.files.isEmpty && annotations.pending.uploads(of: before).isEmpty)
      return hasFiles && !before.isDeleted || isCosy && (before.hasLines || row.message.hasLines)
    }
    return isCosy && (isDivided || row.message.kind == .regular || before.kind == .regular)
  }

  private var calendar: any WallCalendar { clock.calendar }

  private func threadLine(of message: Message) -> MessageRow.ThreadLine? {
    let hasDraft = annotations.hasDraft(under: message.id, in: place.channelId)
    let info = message.threadInfo
    guard hasDraft || (info?.replyCount ?? 0) > 0 else { return nil }
    return MessageRow.ThreadLine(
      replyCount: info?.replyCount ?? 0,
      lastAuthor: annotations.lastReplier(under: message.id, in: place.channelId),
      lastTime: info?.lastRepliedAt.map(clock.timeOrDay), hasDraft: hasDraft)
  }
}

nonisolated extension Message {
  /// Whether its text has several lines.
  fileprivate var hasLines: Bool {
    !isDeleted && elements.contains { $0.text.utf8.contains(UInt8(ascii: "\n")) }
  }
}
