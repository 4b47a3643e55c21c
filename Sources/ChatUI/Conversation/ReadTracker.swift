import ChatControllers
import ChatDomain

/// How far a conversation has been read: before it was opened, and on the screen since.
final class ReadTracker {
  /// The read position at the time the place was opened.
  var mark: Timetoken?
  /// The number of replies that were unread when a thread was opened, until they are identified: a service only reports
  /// the count for threads.
  var unreadAtOpening = 0
  /// The newest message at the time the end of the list was last visible.
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
    let messages = source.timeline.messages
    if let last = messages.last { newestSeen = last.id }
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
      // Without a connection it ends, and the next frame after there is one begins anew.
      await client.retrying(while: { client.connection == .online && self?.isAllSeen == true }) {
        () async throws(ChatError) in
        try await self?.markRead()
      }
      self?.reading = nil
    }
  }

  /// Whether what the service would mark as read now was seen, and was not marked as unread meanwhile.
  private var isAllSeen: Bool {
    guard source.timeline.messages.last?.id == newestSeen else { return false }
    return isReadAnew || source.channelSummary?.reading.isMarkedUnread != true
  }

  private var newestToken: Timetoken? { source.timeline.messages.last { $0.timetoken != nil }?.timetoken }

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

  /// The number of messages that came after the newest one that was seen.
  var countAfterNewestSeen: Int {
    let timeline = source.timeline
    guard let newestSeen, let index = timeline.index(of: newestSeen) else { return 0 }
    return timeline.messages.count - 1 - index
  }
}
