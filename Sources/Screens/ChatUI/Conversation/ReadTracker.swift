import ChatControllers
import ChatDomain

/// Tracks how far a conversation has been read: before it was opened, and on the screen since.
final class ReadTracker {
  /// The read position at the time the place was opened.
  var mark: Timetoken?
  /// The number of unread replies when a thread was opened; 0 once `placeMark()` has found the replies. The service reports only
  /// their number.
  var unreadAtOpening = 0
  /// The newest sent message at the time the end of the list was last visible.
  private(set) var newestSeen: MessageID?
  private let source: TimelineController
  private let context: AppContext
  private var lastRead: Timetoken?
  /// Whether to mark the place as read once more although it has nothing new.
  private var isReadAnew = false
  /// Whether the place was reopened to restore the last session, which keeps a mark as unread.
  private var keepsMark = false
  private var reading: Task<Void, Never>?

  init(_ source: TimelineController, context: AppContext) {
    self.source = source
    self.context = context
  }

  /// Places the mark above the first of the unread replies.
  func placeMark() {
    guard unreadAtOpening > 0, source.timeline.isLoaded else { return }
    let me = context.client.currentUser.id
    let others = source.messages.filter { $0.author.id != me }.compactMap(\.timetoken)
    mark = others.suffix(unreadAtOpening).first.map { Timetoken($0.rawValue - 1) }
    unreadAtOpening = 0
  }

  /// Call when the user opens a place that is marked as unread, which clears the mark.
  func beginAnew() {
    isReadAnew = true
    keepsMark = false
  }

  /// Call before the user marks the place as unread, so that no retry marks it as read again.
  func willMarkUnread() {
    isReadAnew = false
    lastRead = newestToken
  }

  /// Call when the place is opened to restore the last session, which does not mark it as read.
  func keepMark() {
    isReadAnew = false
    keepsMark = true
  }

  /// Call while the newest message is visible. Marks everything as read.
  func newestIsSeen() {
    let newest = newest
    if let newest { newestSeen = newest.id }
    let token = newest?.timetoken
    if keepsMark {
      guard source.timeline.isLoaded, let reading = source.summary?.reading else { return }
      keepsMark = false
      // A mark as unread is kept only if there are no unread messages, which are marked as read as usual.
      if reading.isMarkedUnread, reading.unreadCount == 0 { lastRead = token }
    }
    let isFurther = token.map { $0 > lastRead ?? Timetoken(0) } ?? false
    guard isFurther || isReadAnew && source.timeline.isLoaded, reading == nil else { return }
    reading = Task { [weak self, client = context.client] in
      repeat {
        // Retrying stops without a connection; the first frame after reconnecting starts it again.
        await client.retrying(while: { client.connection == .online && self?.isAllSeen == true }) {
          () async throws(ChatError) in
          try await self?.markRead()
        }
        // The next frame may come hours later, so what was seen during the request is marked now.
      } while client.connection == .online && self?.hasSeenMore == true
      self?.reading = nil
    }
  }

  /// Whether messages after the last one marked as read were seen.
  private var hasSeenMore: Bool {
    isAllSeen && newestToken.map { $0 > lastRead ?? Timetoken(0) } ?? false
  }

  /// Whether everything that the service would now mark as read was seen, and was not marked as unread meanwhile.
  private var isAllSeen: Bool {
    guard newest?.id == newestSeen else { return false }
    return isReadAnew || source.summary?.reading.isMarkedUnread != true
  }

  /// The newest message that the service has; pending ones come after it.
  private var newest: Message? { source.messages.last { $0.timetoken != nil } }

  private var newestToken: Timetoken? { newest?.timetoken }

  private func markRead() async throws(ChatError) {
    let token = newestToken
    do throws(ChatError) {
      try await source.markRead()
    } catch {
      context.reportUnlessTemporary(error)
      if error.canSucceedLater { throw error }
      // A refused request is not repeated before there is something new.
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
