public import ChatDomain

extension InMemoryDevice {
  public func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await ask(.channel, in: id) { state, me throws(ChatError) in try state.channel(id, for: me) }
  }

  public func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary> {
    try await ask(.channels) { state, me throws(ChatError) in try state.channels(query, for: me) }
  }

  public func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    try await ask(.findChannels) { state, me throws(ChatError) in
      try state.channels(matching: text, limit: limit, for: me)
    }
  }

  public func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    try await ask(.invitations) { state, me throws(ChatError) in try state.invitations(query, for: me) }
  }

  public func declineInvitation(to id: ChannelID) async throws(ChatError) {
    try await ask(.declineInvitation, in: id) { state, me throws(ChatError) in
      state.declineInvitation(to: id, by: me)
    }
  }

  public func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? {
    service.announcements.isEncrypted(id) ? .encryptedChannel : nil
  }

  /// Refuses what may not leave the device.
  func checkSending(in id: ChannelID) throws(ChatError) {
    if let refusal = sendingRefusal(in: id) { throw .refused(refusal) }
  }

  public func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary {
    try await ask(.createChannel, in: channel.id) { state, me throws(ChatError) in
      try state.createChannel(channel, by: me)
    }
  }

  public func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary {
    try await ask(.directChannel) { state, me throws(ChatError) in
      try state.directChannel(with: user, by: me)
    }
  }

  public func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await ask(.join, in: id) { state, me throws(ChatError) in try state.join(id, by: me) }
  }

  public func leave(_ id: ChannelID) async throws(ChatError) {
    try await ask(.leave, in: id) { state, me throws(ChatError) in try state.leave(id, by: me) }
  }

  public func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel {
    try await ask(.updateChannel, in: id) { state, me throws(ChatError) in
      try state.update(id, change, by: me)
    }
  }

  public func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences {
    try await ask(.updatePreferences, in: id) { state, me throws(ChatError) in
      try state.update(id, change, by: me)
    }
  }

  public func add(_ users: [UserID], to id: ChannelID) async throws(ChatError) {
    try await ask(.addMembers, in: id) { state, me throws(ChatError) in
      try state.add(users, to: id, by: me)
    }
  }

  public func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    try await ask(.members, in: id) { state, me throws(ChatError) in
      try state.members(of: id, query, for: me)
    }
  }

  public func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError) {
    try await ask(.setTyping, in: key.channelId) { state, me throws(ChatError) in
      try state.setTyping(isTyping, in: key, by: me)
    }
  }

  public func markRead(
    _ id: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ReadPosition {
    try await ask(.markRead, in: id) { state, me throws(ChatError) in
      try state.markRead(id, upTo: timetoken, by: me)
    }
  }

  public func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition {
    try await ask(.markThreadRead, in: channel) { state, me throws(ChatError) in
      try state.markThreadRead(parent, in: channel, upTo: timetoken, by: me)
    }
  }
}
