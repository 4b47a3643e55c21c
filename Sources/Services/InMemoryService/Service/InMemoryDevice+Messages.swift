public import ChatDomain

extension InMemoryDevice {
  public func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await ask(.message, in: channel) { state, me throws(ChatError) in
      try HistoryQueries(user: me).message(id, in: channel, state)
    }
  }

  public func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message> {
    try await ask(.messages, in: query.channelId) { state, me throws(ChatError) in
      try HistoryQueries(user: me).messages(query, state)
    }
  }

  public func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    try await ask(.search, in: query.channelId) { state, me throws(ChatError) in
      try HistoryQueries(user: me).search(query, state)
    }
  }

  public func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery
  ) async throws(ChatError) -> Page<Message> {
    try await ask(.pinnedMessages, in: channel) { state, me throws(ChatError) in
      try HistoryQueries(user: me).pinnedMessages(in: channel, query, state)
    }
  }

  public func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    try await ask(.threads) { state, me throws(ChatError) in
      try HistoryQueries(user: me).threads(query, state)
    }
  }

  public func send(_ message: NewMessage) async throws(ChatError) -> Message {
    try checkSending(in: message.channelId)
    return try await ask(.send, in: message.channelId) { state, me throws(ChatError) in
      try MessageRequests(user: me).send(message, &state)
    }
  }

  public func edit(_ edit: MessageEdit) async throws(ChatError) -> Message {
    try checkSending(in: edit.channelId)
    return try await ask(.edit, in: edit.channelId) { state, me throws(ChatError) in
      try MessageRequests(user: me).edit(edit, &state)
    }
  }

  public func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError) {
    try await ask(.delete, in: channel) { state, me throws(ChatError) in
      try MessageRequests(user: me).delete(id, in: channel, hard: hard, &state)
    }
  }

  public func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning
  ) async throws(ChatError) -> Message {
    try await ask(.pin, in: channel) { state, me throws(ChatError) in
      try MarkRequests(user: me).pin(id, in: channel, pinning, &state)
    }
  }

  public func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await ask(.unpin, in: channel) { state, me throws(ChatError) in
      try MarkRequests(user: me).unpin(id, in: channel, &state)
    }
  }

  public func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message {
    // A reaction can be a word. Taking it back reveals nothing new.
    if change.isOn { try checkSending(in: change.channelId) }
    return try await ask(.setReaction, in: change.channelId) { state, me throws(ChatError) in
      try MarkRequests(user: me).setReaction(change, &state)
    }
  }

  public func sendMention(_ event: MentionEvent) async throws(ChatError) {
    try await ask(.sendMention, in: event.channelId) { state, me throws(ChatError) in
      try MarkRequests(user: me).sendMention(event, &state)
    }
  }

  /// The same device, with a history that stays readable without a connection.
  public func keepingHistory() -> InMemoryDevice {
    var device = self
    device.keepsHistory = true
    return device
  }

  public func keptMessages(_ query: MessageQuery) async -> Page<Message>? {
    link.kept?(query)
  }

  /// Keeps a snapshot of the history, or drops it.
  func keepHistory(_ isKept: Bool) async {
    guard isKept else { return link.kept = nil }
    let me = currentUser.id
    let state = await service.perform { $0 }
    link.kept = { query in
      do throws(ChatError) {
        let page = try HistoryQueries(user: me).messages(query, state)
        return page.elements.isEmpty ? nil : page
      } catch { return nil }
    }
  }

  // MARK: Inbox and reading

  public func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage {
    try await ask(.inbox) { state, me throws(ChatError) in try InboxQueries(user: me).page(query, &state) }
  }

  public func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int {
    try await ask(.markInboxRead) { state, me throws(ChatError) in
      try InboxQueries(user: me).mark(reading, &state)
    }
  }

  public func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    try await ask(.readers, in: channel) { state, me throws(ChatError) in
      try SignalRequests(user: me).readers(of: channel, limit: limit, state)
    }
  }

  public func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    try await ask(.readers, in: channel) { state, me throws(ChatError) in
      try SignalRequests(user: me).readers(ofThreadUnder: parent, in: channel, limit: limit, state)
    }
  }

  public func setMarkedUnread(
    _ isMarked: Bool, _ id: ChannelID
  ) async throws(ChatError) -> ReadPosition {
    try await ask(.setMarkedUnread, in: id) { state, me throws(ChatError) in
      try SignalRequests(user: me).setMarkedUnread(isMarked, id, &state)
    }
  }

  public func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError) {
    try await ask(.setTyping, in: key.channelId) { state, me throws(ChatError) in
      try SignalRequests(user: me).setTyping(isTyping, in: key, &state)
    }
  }

  public func markRead(
    _ id: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ReadPosition {
    let isTold = activity.receipts == .public
    return try await ask(.markRead, in: id) { state, me throws(ChatError) in
      try SignalRequests(user: me).markRead(id, upTo: timetoken, isTold: isTold, &state)
    }
  }

  public func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition {
    let isTold = activity.receipts == .public
    return try await ask(.markThreadRead, in: channel) { state, me throws(ChatError) in
      try SignalRequests(user: me).markThreadRead(
        parent, in: channel, upTo: timetoken, isTold: isTold, &state)
    }
  }
}
