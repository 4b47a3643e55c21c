public import ChatDomain

extension InMemoryDevice {
  public func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await ask(.message, in: channel) { state, me throws(ChatError) in
      try HistoryQueries(of: me).message(id, in: channel, state)
    }
  }

  public func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message> {
    try await ask(.messages, in: query.channelId) { state, me throws(ChatError) in
      try HistoryQueries(of: me).messages(query, state)
    }
  }

  public func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    try require(.searchesMessages)
    let me = currentUser.id
    return try await request(.search, in: query.channelId) { _ throws(ChatError) in
      try await service.search(query, for: me)
    }
  }

  public func pinnedMessages(
    in channel: ChannelID, _ query: ListQuery
  ) async throws(ChatError) -> Page<Message> {
    try require(.pinsMessages)
    return try await ask(.pinnedMessages, in: channel) { state, me throws(ChatError) in
      try HistoryQueries(of: me).pinnedMessages(in: channel, query, state)
    }
  }

  public func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    try await ask(.threads) { state, me throws(ChatError) in try HistoryQueries(of: me).threads(query, state)
    }
  }

  public func send(_ message: NewMessage) async throws(ChatError) -> Message {
    try checkSending(in: message.channelId)
    return try await ask(.send, in: message.channelId) { state, me throws(ChatError) in
      try MessageRequests(of: me).send(message, &state)
    }
  }

  public func edit(_ edit: MessageEdit) async throws(ChatError) -> Message {
    try checkSending(in: edit.channelId)
    return try await ask(.edit, in: edit.channelId) { state, me throws(ChatError) in
      try MessageRequests(of: me).edit(edit, &state)
    }
  }

  public func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError) {
    try await ask(.delete, in: channel) { state, me throws(ChatError) in
      try MessageRequests(of: me).delete(id, in: channel, hard: hard, &state)
    }
  }

  public func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning
  ) async throws(ChatError) -> Message {
    try await ask(.pin, in: channel) { state, me throws(ChatError) in
      try MarkRequests(of: me).pin(id, in: channel, pinning, &state)
    }
  }

  public func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try require(.pinsMessages)
    return try await ask(.unpin, in: channel) { state, me throws(ChatError) in
      try MarkRequests(of: me).unpin(id, in: channel, &state)
    }
  }

  public func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message {
    try require(.takesReactions)
    // Which sign is a word, too. Taking it back says nothing new.
    if change.isOn { try checkSending(in: change.channelId) }
    return try await ask(.setReaction, in: change.channelId) { state, me throws(ChatError) in
      try MarkRequests(of: me).setReaction(change, &state)
    }
  }

  public func sendMention(_ event: MentionEvent) async throws(ChatError) {
    try await ask(.sendMention, in: event.channelId) { state, me throws(ChatError) in
      try MarkRequests(of: me).sendMention(event, &state)
    }
  }
}
