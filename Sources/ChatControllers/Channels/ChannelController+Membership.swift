public import ChatDomain

extension ChannelController {
  /// Joins the channel.
  public func join() async throws(ChatError) {
    let joined = try await client.service.join(channelId)
    summary = joined
    emit(.channel(joined))
  }

  /// Leaves the channel.
  public func leave() async throws(ChatError) { try await client.service.leave(channelId) }

  /// Renames the channel.
  public func rename(to name: String) async throws(ChatError) { try await update(ChannelChange(name: name)) }

  /// Changes the channel's name and topic.
  public func update(_ wanted: ChannelChange) async throws(ChatError) {
    let channel = try await client.service.update(channelId, wanted)
    change { if $0.channel.updatedAt <= channel.updatedAt { $0.channel = channel } }
  }

  /// Changes what the user wants of the channel: whether it is a favourite, whether it is muted.
  @discardableResult
  public func update(_ wanted: ChannelPreferencesChange) async throws(ChatError) -> ChannelPreferences {
    let preferences = try await client.service.update(channelId, wanted)
    change { $0.preferences.update(to: preferences) }
    return preferences
  }

  /// Adds users to the channel.
  public func addMembers(_ users: [UserID]) async throws(ChatError) {
    try await client.service.add(users, to: channelId)
  }

  /// The members of the channel.
  public func members(limit: Int = 50, after cursor: Cursor? = nil) async throws(ChatError) -> Page<
    Membership
  > {
    try await client.service.members(of: channelId, ListQuery(limit: limit, cursor: cursor))
  }
}
