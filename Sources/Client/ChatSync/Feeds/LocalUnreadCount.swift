package import ChatDomain

/// The messages counted as unread on this device since the last request: the service's answer may not include them.
nonisolated struct LocalUnreadCount: Sendable {
  /// The newest message that the service's count includes.
  private var included = Timetoken(0)
  /// Messages counted since then, and whether they mention the user.
  private var counted: [MessageID: (token: Timetoken, mentions: Bool)] = [:]
  private var requests = 0
  private var answered = 0

  /// - Returns: whether the message must be counted: false if the service or this value has counted it before.
  mutating func counts(_ message: Message, for me: UserID) -> Bool {
    guard let token = message.timetoken, token > included, counted[message.id] == nil else { return false }
    counted[message.id] = (token, message.mentions(me))
    return true
  }

  /// Begins a request: the answer includes all events so far.
  ///
  /// - Returns: the number of the request.
  mutating func beginRequest() -> Int {
    counted = [:]
    requests += 1
    return requests
  }

  /// - Returns: whether to use the answer to a request: false if a later request was answered first.
  mutating func acceptsAnswer(to request: Int) -> Bool {
    guard request > answered else { return false }
    answered = request
    return true
  }

  /// Stops counting a deleted message.
  mutating func forget(_ message: MessageID) { counted[message] = nil }

  /// - Returns: the service's count plus the messages that came after it.
  mutating func position(after summary: ChannelSummary) -> ReadPosition {
    included = max(included, summary.lastMessage?.timetoken ?? Timetoken(0))
    let lastRead = summary.reading.lastRead ?? Timetoken(0)
    counted = counted.filter { $0.value.token > included && $0.value.token > lastRead }
    var position = summary.reading
    position.unreadCount += counted.count
    position.mentionCount += counted.values.count { $0.mentions }
    return position
  }
}

/// Remembers the latest event about each thread, to recognize old ones.
package nonisolated struct LatestThreadInfos: Sendable {
  private var latest: [MessageID: Timetoken] = [:]

  package init() {}

  /// - Returns: false for an event that is older than, or the same as, one received before.
  package mutating func isNew(_ event: ThreadInfoUpdateEvent) -> Bool {
    let updatedAt = event.threadInfo.updatedAt
    guard latest[event.targetMessageId].map({ $0 < updatedAt }) ?? true else { return false }
    latest[event.targetMessageId] = updatedAt
    return true
  }
}

nonisolated extension ChannelPreferences {
  /// Applies later ones; late and repeated ones change nothing.
  package mutating func update(to preferences: ChannelPreferences) {
    if preferences.revision > revision { self = preferences }
  }
}

nonisolated extension ReadPosition {
  /// Applies a position that is further on, or the same position with other counts. The read position never goes back.
  package mutating func advance(to position: ReadPosition) {
    if position.lastRead ?? Timetoken(0) >= lastRead ?? Timetoken(0) { self = position }
  }

  package mutating func count(_ message: Message, for me: UserID) {
    guard let timetoken = message.timetoken, timetoken > lastRead ?? Timetoken(0) else { return }
    unreadCount += 1
    if message.mentions(me) { mentionCount += 1 }
  }
}
