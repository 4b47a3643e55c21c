public import ChatDomain

extension InMemoryDevice {
  public func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await ask(.channel, in: id) { state, me throws(ChatError) in
      try ChannelQueries(of: me).channel(id, state)
    }
  }

  public func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary> {
    try await ask(.channels) { state, me throws(ChatError) in
      try ChannelQueries(of: me).channels(query, &state)
    }
  }

  public func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    try await ask(.findChannels) { state, me throws(ChatError) in
      try ChannelQueries(of: me).channels(matching: text, limit: limit, state)
    }
  }

  public func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    try await ask(.invitations) { state, me throws(ChatError) in
      try ChannelQueries(of: me).invitations(query, state)
    }
  }

  public func declineInvitation(to id: ChannelID) async throws(ChatError) {
    try await ask(.declineInvitation, in: id) { state, me throws(ChatError) in
      ChannelRequests(of: me).declineInvitation(to: id, &state)
    }
  }

  public func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? {
    service.announcements.sendingRefusal(in: id)
  }

  public func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary {
    try await ask(.createChannel, in: channel.id) { state, me throws(ChatError) in
      try ChannelRequests(of: me).create(channel, &state)
    }
  }

  public func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary {
    try await ask(.directChannel) { state, me throws(ChatError) in
      try ChannelRequests(of: me).direct(with: user, &state)
    }
  }

  public func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await ask(.join, in: id) { state, me throws(ChatError) in try ChannelRequests(of: me).join(id, &state)
    }
  }

  public func leave(_ id: ChannelID) async throws(ChatError) {
    try await ask(.leave, in: id) { state, me throws(ChatError) in
      try ChannelRequests(of: me).leave(id, &state)
    }
  }

  public func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel {
    try await ask(.updateChannel, in: id) { state, me throws(ChatError) in
      try ChannelRequests(of: me).update(id, change, &state)
    }
  }

  public func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences {
    try await ask(.updatePreferences, in: id) { state, me throws(ChatError) in
      try ChannelRequests(of: me).update(id, change, &state)
    }
  }

  public func add(_ users: [UserID], to id: ChannelID) async throws(ChatError) {
    try await ask(.addMembers, in: id) { state, me throws(ChatError) in
      try ChannelRequests(of: me).add(users, to: id, &state)
    }
  }

  public func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    try await ask(.members, in: id) { state, me throws(ChatError) in
      try ChannelQueries(of: me).members(of: id, query, state)
    }
  }

  public func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError) {
    try await ask(.setTyping, in: key.channelId) { state, me throws(ChatError) in
      try SignalRequests(of: me).setTyping(isTyping, in: key, &state)
    }
  }

  public func markRead(
    _ id: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ReadPosition {
    let isTold = activity.receipts == .public
    return try await ask(.markRead, in: id) { state, me throws(ChatError) in
      try SignalRequests(of: me).markRead(id, upTo: timetoken, isTold: isTold, &state)
    }
  }

  public func markThreadRead(
    _ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken
  ) async throws(ChatError) -> ThreadReadPosition {
    let isTold = activity.receipts == .public
    return try await ask(.markThreadRead, in: channel) { state, me throws(ChatError) in
      try SignalRequests(of: me).markThreadRead(
        parent, in: channel, upTo: timetoken, isTold: isTold, &state)
    }
  }
}
