import ChatDomain

/// The messages that were counted as unread here since the service was asked last: its answer may not include them.
nonisolated struct UnreadTail: Sendable {
  /// The newest message that the service's count includes.
  private var included = Timetoken(0)
  /// Those counted since, and whether they mention the person.
  private var counted: [MessageID: (token: Timetoken, mentions: Bool)] = [:]
  private var questions = 0
  private var answered = 0

  /// - Returns: whether the message is to be counted; not when the service or this did so before.
  mutating func counts(_ message: Message, for me: UserID) -> Bool {
    guard let token = message.timetoken, token > included, counted[message.id] == nil else { return false }
    counted[message.id] = (token, message.mentionedUsers.contains(me))
    return true
  }

  /// The service is asked: what was heard before is in its answer.
  ///
  /// - Returns: the number of the question.
  mutating func ask() -> Int {
    counted = [:]
    questions += 1
    return questions
  }

  /// - Returns: whether the answer to a question is to be taken: not when a later one was answered before.
  mutating func takesAnswer(to question: Int) -> Bool {
    guard question > answered else { return false }
    answered = question
    return true
  }

  /// A message that was deleted counts no more.
  mutating func forget(_ message: MessageID) { counted[message] = nil }

  /// - Returns: what the service counted, with what came after it.
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
  /// Takes over what the service says of the channel.
  ///
  /// - Returns: whether it is something new.
  @discardableResult
  func take(_ fresh: ChannelSummary, answering question: Int) -> Bool {
    guard unread.takesAnswer(to: question) else { return false }
    var fresh = fresh
    let reading = unread.position(after: fresh)
    fresh.reading = summary?.reading ?? reading
    fresh.reading.take(reading)
    guard fresh != summary else { return false }
    summary = fresh
    return true
  }

  /// A message of somebody else that is not read changed what there is to read: how, the service knows.
  func recount(because message: Message) {
    guard message.channelId == channelId, message.author.id != client.currentUser.id else { return }
    guard message.editedAt != nil, message.timetoken ?? Timetoken(0) > lastRead else { return }
    refresh()
  }

  /// The same for one that was deleted.
  func recount(because deletion: MessageDeletedEvent) {
    guard deletion.channelId == channelId else { return }
    unread.forget(deletion.messageId)
    guard summary?.reading.unreadCount != 0 else { return }
    refresh()
  }

  private var lastRead: Timetoken { summary?.reading.lastRead ?? Timetoken(0) }

  /// Asks for the channel again, one question at a time: how many are in it and what is unread after a deletion is known
  /// to the service alone. A channel that was left cannot be asked for.
  func refresh() {
    refreshing.run { [weak self, client] in
      await client.retrying { () async throws(ChatError) in try await self?.ask() }
    }
  }

  private func ask() async throws(ChatError) {
    let question = unread.ask()
    let fresh = try await client.service.channel(channelId)
    if take(fresh, answering: question) { tell(.channel(summary ?? fresh)) }
  }
}
