public import ChatDomain

extension ChannelController {
  /// Comes into the channel.
  public func join() async throws(ChatError) {
    let joined = try await client.service.join(channelId)
    summary = joined
    tell(.channel(joined))
  }

  /// Goes out of the channel.
  public func leave() async throws(ChatError) { try await client.service.leave(channelId) }

  /// Gives the channel another name.
  public func rename(to name: String) async throws(ChatError) { try await update(ChannelChange(name: name)) }

  /// Changes what is said of the channel.
  public func update(_ wanted: ChannelChange) async throws(ChatError) {
    let channel = try await client.service.update(channelId, wanted)
    change { if $0.channel.updatedAt <= channel.updatedAt { $0.channel = channel } }
  }

  /// Takes people in.
  public func addMembers(_ users: [UserID]) async throws(ChatError) {
    try await client.service.add(users, to: channelId)
  }

  /// Who is in the channel.
  public func members(limit: Int = 50, after cursor: Cursor? = nil) async throws(ChatError) -> Page<
    Membership
  > {
    try await client.service.members(of: channelId, ListQuery(limit: limit, cursor: cursor))
  }
}
