public import ChatDomain

extension InMemoryDevice {
  public func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await ask(.message, in: channel) { state, me throws(ChatError) in
      try state.message(id, in: channel, for: me)
    }
  }

  public func messages(_ query: MessageQuery) async throws(ChatError) -> Page<Message> {
    try await ask(.messages, in: query.channelId) { state, me throws(ChatError) in
      try state.messages(query, for: me)
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
      try state.pinnedMessages(in: channel, query, for: me)
    }
  }

  public func threads(_ query: ListQuery) async throws(ChatError) -> Page<ThreadSummary> {
    try await ask(.threads) { state, me throws(ChatError) in try state.threads(query, for: me) }
  }

  public func send(_ message: NewMessage) async throws(ChatError) -> Message {
    try checkSending(in: message.channelId)
    return try await ask(.send, in: message.channelId) { state, me throws(ChatError) in
      try state.send(message, by: me)
    }
  }

  public func edit(_ edit: MessageEdit) async throws(ChatError) -> Message {
    try checkSending(in: edit.channelId)
    return try await ask(.edit, in: edit.channelId) { state, me throws(ChatError) in
      try state.edit(edit, by: me)
    }
  }

  public func delete(_ id: MessageID, in channel: ChannelID, hard: Bool) async throws(ChatError) {
    try await ask(.delete, in: channel) { state, me throws(ChatError) in
      try state.delete(id, in: channel, hard: hard, by: me)
    }
  }

  public func pin(
    _ id: MessageID, in channel: ChannelID, _ pinning: Pinning
  ) async throws(ChatError) -> Message {
    try await ask(.pin, in: channel) { state, me throws(ChatError) in
      try state.pin(id, in: channel, pinning, by: me)
    }
  }

  public func unpin(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try require(.pinsMessages)
    return try await ask(.unpin, in: channel) { state, me throws(ChatError) in
      try state.unpin(id, in: channel, by: me)
    }
  }

  public func setReaction(_ change: ReactionChange) async throws(ChatError) -> Message {
    try require(.takesReactions)
    // Which sign is a word, too. Taking it back says nothing new.
    if change.isOn { try checkSending(in: change.channelId) }
    return try await ask(.setReaction, in: change.channelId) { state, me throws(ChatError) in
      try state.setReaction(change, by: me)
    }
  }

  public func sendMention(_ event: MentionEvent) async throws(ChatError) {
    try await ask(.sendMention, in: event.channelId) { state, me throws(ChatError) in
      try state.sendMention(event, by: me)
    }
  }
}
