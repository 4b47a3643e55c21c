import ChatControllers
import ChatDomain

/// How far a conversation has been read: before it was opened, and on the screen since.
final class ReadTracker {
  /// The read position at the time the place was opened.
  var mark: Timetoken?
  /// The number of replies that were unread when a thread was opened, until they are identified: a service only reports
  /// the count for threads.
  var unreadAtOpening = 0
  /// The newest sent message at the time the end of the list was last visible.
  private(set) var newestSeen: MessageID?
  private let source: any MessageSource
  private let services: any AppServices
  private var lastRead: Timetoken?
  /// Whether the place is read once more, although nothing new is in it.
  private var isReadAnew = false
  /// Whether the place is open without the person having gone there: then what they marked as unread stays so.
  private var keepsMark = false
  private var reading: Task<Void, Never>?

  init(_ source: any MessageSource, services: any AppServices) {
    self.source = source
    self.services = services
  }

  /// Places the mark above the first of the unread replies.
  func placeMark() {
    guard unreadAtOpening > 0, source.timeline.isLoaded else { return }
    let me = services.client.currentUser.id
    let others = source.timeline.messages.filter { $0.author.id != me }.compactMap(\.timetoken)
    mark = others.suffix(unreadAtOpening).first.map { Timetoken($0.rawValue - 1) }
    unreadAtOpening = 0
  }

  /// The place is opened: what was marked as unread meanwhile is read once more.
  func beginAnew() {
    isReadAnew = true
    keepsMark = false
  }

  /// The person marks the place as unread, which is not undone by marking it as read where that is still repeated.
  func willMarkUnread() {
    isReadAnew = false
    lastRead = newestToken
  }

  /// The place is opened where the last session stood, which reads nothing.
  func keepMark() {
    isReadAnew = false
    keepsMark = true
  }

  /// Marks everything as read, because the user sees the newest message.
  func newestIsSeen() {
    if let last = newest { newestSeen = last.id }
    let token = newestToken
    if keepsMark {
      guard source.timeline.isLoaded, let reading = source.channelSummary?.reading else { return }
      keepsMark = false
      // What came meanwhile is read as everywhere.
      if reading.isMarkedUnread, reading.unreadCount == 0 { lastRead = token }
    }
    let isFurther = token.map { $0 > lastRead ?? Timetoken(0) } ?? false
    guard isFurther || isReadAnew && source.timeline.isLoaded, reading == nil else { return }
    reading = Task { [weak self, client = services.client] in
      repeat {
        // Without a connection it ends, and the next frame after there is one begins anew.
        await client.retrying(while: { client.connection == .online && self?.isAllSeen == true }) {
          () async throws(ChatError) in
          try await self?.markRead()
        }
        // What was seen during the request may be the last that is drawn for hours.
      } while client.connection == .online && self?.hasSeenMore == true
      self?.reading = nil
    }
  }

  /// Whether messages were seen after the last that was marked as read.
  private var hasSeenMore: Bool {
    isAllSeen && newestToken.map { $0 > lastRead ?? Timetoken(0) } ?? false
  }

  /// Whether what the service would mark as read now was seen, and was not marked as unread meanwhile.
  private var isAllSeen: Bool {
    guard newest?.id == newestSeen else { return false }
    return isReadAnew || source.channelSummary?.reading.isMarkedUnread != true
  }

  /// The newest message that the service has; pending ones stand behind it.
  private var newest: Message? { source.timeline.messages.last { $0.timetoken != nil } }

  private var newestToken: Timetoken? { newest?.timetoken }

  private func markRead() async throws(ChatError) {
    let token = newestToken
    do throws(ChatError) {
      try await source.markAllRead()
    } catch {
      services.reportUnlessTemporary(error)
      if error.canSucceedLater { throw error }
      // What is refused is not asked again before there is something new.
    }
    lastRead = token
    isReadAnew = false
  }

  /// The number of sent messages after the newest one that was seen.
  var countAfterNewestSeen: Int {
    let timeline = source.timeline
    guard let newestSeen, let index = timeline.index(of: newestSeen) else { return 0 }
    return timeline.messages[(index + 1)...].count { $0.timetoken != nil }
  }
}
