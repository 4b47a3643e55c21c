public import ChatDomain

extension InMemoryDevice {
  public func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await ask(.channel, in: id) { state, me throws(ChatError) in
      try ChannelQueries(user: me).channel(id, state)
    }
  }

  public func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary> {
    try await ask(.channels) { state, me throws(ChatError) in
      try ChannelQueries(user: me).channels(query, state)
    }
  }

  public func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    try await ask(.findChannels) { state, me throws(ChatError) in
      try ChannelQueries(user: me).channels(matching: text, limit: limit, state)
    }
  }

  public func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    try await ask(.invitations) { state, me throws(ChatError) in
      try ChannelQueries(user: me).invitations(query, state)
    }
  }

  public func declineInvitation(to id: ChannelID) async throws(ChatError) {
    try await ask(.declineInvitation, in: id) { state, me throws(ChatError) in
      ChannelRequests(user: me).declineInvitation(to: id, &state)
    }
  }

  public func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? {
    service.announcements.sendingRefusal(in: id)
  }

  public func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary {
    try await ask(.createChannel, in: channel.id) { state, me throws(ChatError) in
      try ChannelRequests(user: me).create(channel, &state)
    }
  }

  public func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary {
    try await ask(.directChannel) { state, me throws(ChatError) in
      try ChannelRequests(user: me).direct(with: user, &state)
    }
  }

  public func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await ask(.join, in: id) { state, me throws(ChatError) in
      try ChannelRequests(user: me).join(id, &state)
    }
  }

  public func leave(_ id: ChannelID) async throws(ChatError) {
    try await ask(.leave, in: id) { state, me throws(ChatError) in
      try ChannelRequests(user: me).leave(id, &state)
    }
  }

  public func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel {
    try await ask(.updateChannel, in: id) { state, me throws(ChatError) in
      try ChannelRequests(user: me).update(id, change, &state)
    }
  }

  public func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences {
    try await ask(.updatePreferences, in: id) { state, me throws(ChatError) in
      try ChannelRequests(user: me).update(id, change, &state)
    }
  }

  public func add(_ users: [UserID], to id: ChannelID) async throws(ChatError) {
    try await ask(.addMembers, in: id) { state, me throws(ChatError) in
      try ChannelRequests(user: me).add(users, to: id, &state)
    }
  }

  public func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    try await ask(.members, in: id) { state, me throws(ChatError) in
      try ChannelQueries(user: me).members(of: id, query, state)
    }
  }

  public func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary? {
    try await ask(.knownDirectChannel) { state, me throws(ChatError) in
      ChannelQueries(user: me).direct(with: user, state)
    }
  }

  public func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal? {
    service.announcements.rules(of: id)?.refusal(of: act, by: currentUser.id)
  }

  public func spaces() async throws(ChatError) -> [Space] {
    try await ask(.spaces) { state, me throws(ChatError) in state.spaces.spaces(of: me) }
  }

  // MARK: Channels that the user is not in

  public func address(in text: String) -> ChannelAddress? { PlaceRequests.address(in: text) }

  public func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    try await ask(.joinAddress) { state, me throws(ChatError) in
      try PlaceRequests(user: me).join(address, &state)
    }
  }

  public func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    try require(query.space == nil ? .listsChannels : .groupsChannels)
    return try await ask(.directory) { state, me throws(ChatError) in
      try PlaceRequests(user: me).directory(query, state)
    }
  }

  public func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel> {
    try await ask(.leftChannels) { state, me throws(ChatError) in
      try PlaceRequests(user: me).leftChannels(query, state)
    }
  }

  public func forget(_ id: ChannelID) async throws(ChatError) {
    try await ask(.forget, in: id) { state, me throws(ChatError) in
      try PlaceRequests(user: me).forget(id, &state)
    }
  }

  public func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    try await ask(.knock) { state, me throws(ChatError) in
      try KnockRequests(user: me).knock(on: address, reason: reason, &state)
    }
  }

  public func knocks() async throws(ChatError) -> [Knock] {
    try await ask(.knocks) { state, me throws(ChatError) in KnockRequests(user: me).knocks(state) }
  }

  public func takeBackKnock(on channel: ChannelID) async throws(ChatError) {
    try await ask(.takeBackKnock, in: channel) { state, me throws(ChatError) in
      KnockRequests(user: me).takeBack(channel, &state)
    }
  }

  public func visitors() async throws(ChatError) -> [Visitor] {
    try await ask(.visitors) { state, me throws(ChatError) in KnockRequests(user: me).visitors(state) }
  }

  public func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError) {
    try await ask(.admit, in: channel) { state, me throws(ChatError) in
      try KnockRequests(user: me).admit(user, to: channel, &state)
    }
  }

  public func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError) {
    try await ask(.turnAway, in: channel) { state, me throws(ChatError) in
      try KnockRequests(user: me).turnAway(user, from: channel, &state)
    }
  }
}
