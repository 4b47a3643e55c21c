import ChatDomain

/// The messages of one channel as the service stores them, with their threads and pins.
///
/// `ServiceState.present(_:for:)` turns a stored message into the one that a user sees.
struct MessageHistory: Sendable {
  /// The channel's messages, including replies that are also shown in it.
  private(set) var log: [Message] = []
  /// Replies shown only in their thread.
  private(set) var replies: [Message] = []
  /// The threads by the tokens of their parents.
  var threads: [UInt64: ThreadRecord] = [:]
  /// The token of each pinning, by the token of the pinned message.
  var pins: [UInt64: UInt64] = [:]
  /// Hard-deleted messages: deleting one again is no error.
  private var removed: Set<UInt64> = []
  /// Messages that were delivered to the users online and not stored.
  var unstored: Set<MessageID> = []

  subscript(token: UInt64) -> Message? {
    log.index(at: token).map { log[$0] } ?? replies.index(at: token).map { replies[$0] }
  }

  mutating func add(_ message: Message) {
    if message.isShownInChannel { log.insert(inOrder: message) } else { replies.insert(inOrder: message) }
    guard let parent = message.parentId?.token else { return }
    threads[parent, default: ThreadRecord()].replies.insert(inOrder: message.token)
    threads[parent]?.updatedAt = message.token
    // Replying counts as having read everything before.
    threads[parent]?.readers[message.author.id] = message.token
  }

  /// Changes a stored message; its token must stay the same.
  mutating func modify(_ token: UInt64, _ change: (inout Message) -> Void) {
    if let index = log.index(at: token) {
      change(&log[index])
    } else if let index = replies.index(at: token) {
      change(&replies[index])
    }
  }

  /// Removes a message's content, and keeps its place.
  mutating func empty(_ token: UInt64, at time: Timestamp) {
    pins[token] = nil
    modify(token) { $0 = $0.deleted(at: time) }
  }

  /// Removes a message with its place and the thread under it. The replies in that thread remain.
  mutating func remove(_ message: Message) {
    let token = message.token
    pins[token] = nil
    threads[token] = nil
    if let index = log.index(at: token) {
      log.remove(at: index)
    } else if let index = replies.index(at: token) {
      replies.remove(at: index)
    }
    if let parent = message.parentId?.token { threads[parent]?.replies.removeAll { $0 == token } }
    removed.insert(token)
  }

  /// Whether a message with this id was removed with its place.
  func wasRemoved(_ id: MessageID) -> Bool { id.token.map(removed.contains) ?? false }

  // MARK: Unread messages

  /// The messages of others after a place.
  ///
  /// - Parameter ignored: people whose messages do not count.
  func unread(for user: UserID, after token: UInt64, ignoring ignored: Set<UserID> = []) -> [Message] {
    log[log.index(after: token)...].filter {
      $0.countsAsUnread && $0.author.id != user && !ignored.contains($0.author.id)
    }
  }

  // MARK: Threads

  /// The replies under a message, including soft-deleted ones.
  func replies(under parent: UInt64) -> [Message] {
    threads[parent]?.replies.compactMap { self[$0] } ?? []
  }

  /// The replies under a message that are not deleted, which are the ones counted.
  func liveReplies(under parent: UInt64) -> [Message] { replies(under: parent).filter { !$0.isDeleted } }

  /// The replies by others after a user's read position in a thread.
  ///
  /// - Parameter joined: the token up to which nothing is unread for the user.
  func unreadReplies(under parent: UInt64, for user: UserID, since joined: UInt64) -> [Message] {
    let read = max(joined, threads[parent]?.readers[user] ?? 0)
    return liveReplies(under: parent).filter { $0.token > read && $0.author.id != user }
  }

  /// Whether a user wrote in a thread or is mentioned in it.
  ///
  /// The author of the parent counts even after the parent was deleted, which removes its mentions.
  func threadInvolves(_ user: UserID, under parent: Message) -> Bool {
    ([parent] + liveReplies(under: parent.token)).contains {
      $0.author.id == user || $0.mentions(user)
    }
  }
}

/// The thread under one message.
struct ThreadRecord: Sendable {
  /// The tokens of all replies, including soft-deleted ones.
  var replies: [UInt64] = []
  /// How far users have read in the thread.
  var readers: [UserID: UInt64] = [:]
  /// The read positions that are shared with the others.
  var toldReaders: [UserID: UInt64] = [:]
  /// Increases with each change.
  var updatedAt: UInt64 = 0
}

extension Message {
  /// Whether it counts as unread for users other than its author.
  var countsAsUnread: Bool { kind == .regular && !isDeleted }
}

extension MessageID {
  private static let tokenRadix = 36

  /// The id of a message is another form of its token, so no index between the two is needed.
  init(token: UInt64) { self.init("m" + String(token, radix: Self.tokenRadix)) }

  /// Nil for an id that is not from this service.
  var token: UInt64? {
    guard rawValue.utf8.first == UInt8(ascii: "m"),
      let token = UInt64(rawValue.dropFirst(), radix: Self.tokenRadix), token > 0,
      MessageID(token: token) == self
    else { return nil }
    return token
  }
}
