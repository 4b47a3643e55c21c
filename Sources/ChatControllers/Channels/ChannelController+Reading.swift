import ChatDomain

/// The messages counted as unread on this device since the last request: the service's answer may not include them.
nonisolated struct UnreadTail: Sendable {
  /// The newest message that the service's count includes.
  private var included = Timetoken(0)
  /// Messages counted since then, and whether they mention the user.
  private var counted: [MessageID: (token: Timetoken, mentions: Bool)] = [:]
  private var questions = 0
  private var answered = 0

  /// - Returns: whether the message must be counted: false if the service or this value has counted it before.
  mutating func counts(_ message: Message, for me: UserID) -> Bool {
    guard let token = message.timetoken, token > included, counted[message.id] == nil else { return false }
    counted[message.id] = (token, message.mentionedUsers.contains(me))
    return true
  }

  /// Begins a request: the answer includes everything heard so far.
  ///
  /// - Returns: the number of the request.
  mutating func ask() -> Int {
    counted = [:]
    questions += 1
    return questions
  }

  /// - Returns: whether to use the answer to a request: false if a later request was answered first.
  mutating func takesAnswer(to question: Int) -> Bool {
    guard question > answered else { return false }
    answered = question
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

extension ChannelController {
  /// Applies the service's answer about the channel.
  ///
  /// - Returns: whether anything changed.
  @discardableResult
  func apply(_ fresh: ChannelSummary, answering question: Int) -> Bool {
    guard unread.takesAnswer(to: question) else { return false }
    var fresh = fresh
    let reading = unread.position(after: fresh)
    fresh.reading = summary?.reading ?? reading
    fresh.reading.advance(to: reading)
    guard fresh != summary else { return false }
    summary = fresh
    return true
  }

  /// Asks for new counts: somebody else's unread message changed them, and only the service knows how.
  func recount(because message: Message) {
    guard message.channelId == channelId, message.author.id != client.currentUser.id else { return }
    guard message.editedAt != nil, message.timetoken ?? Timetoken(0) > lastRead else { return }
    refresh()
  }

  /// Asks for new counts after a deletion.
  func recount(because deletion: MessageDeletedEvent) {
    guard deletion.channelId == channelId else { return }
    unread.forget(deletion.messageId)
    guard summary?.reading.unreadCount != 0 else { return }
    refresh()
  }

  private var lastRead: Timetoken { summary?.reading.lastRead ?? Timetoken(0) }

  /// Requests the channel again, one request at a time: only the service knows the number of members, and the unread
  /// counts after a deletion. A channel that the user has left cannot be requested.
  func refresh() {
    refreshing.run { [weak self, client] in
      await client.retrying { () async throws(ChatError) in try await self?.ask() }
    }
  }

  private func ask() async throws(ChatError) {
    let question = unread.ask()
    let fresh = try await client.service.channel(channelId)
    if apply(fresh, answering: question) { emit(.channel(summary ?? fresh)) }
  }
}
