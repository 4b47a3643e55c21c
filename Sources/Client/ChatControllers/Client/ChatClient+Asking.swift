public import ChatDomain

/// One-off requests to the service. Data that is kept up to date has a controller instead.
extension ChatClient {
  // MARK: Known without a request

  /// The limits of the service.
  public var limits: ServiceLimits { service.limits }

  /// Why nothing can be sent in a channel; nil if it can.
  public func sendingRefusal(in channel: ChannelID) -> ChatError.Refusal? {
    service.sendingRefusal(in: channel)
  }

  /// Why the user may not do something in a channel; nil if they may, or if that is not known.
  public func refusal(of act: ChannelAct, in channel: ChannelID) -> ChatError.Refusal? {
    service.refusal(of: act, in: channel)
  }

  /// The address of a channel in a text; nil if it is no address of this service.
  public func address(in text: String) -> ChannelAddress? { service.address(in: text) }

  /// Whether the current user ignores another user.
  public func isIgnored(_ user: UserID) -> Bool { service.isIgnored(user) }

  // MARK: People

  /// The user with an id.
  public func user(_ id: UserID) async throws(ChatError) -> User { try await service.user(id) }

  /// Users whose name or id contains a text; at most `limit`.
  public func users(
    matching text: String, in scope: UserScope, limit: Int
  ) async throws(ChatError) -> [User] {
    try await service.users(matching: text, in: scope, limit: limit)
  }

  /// The presence of these users, as far as the service knows it.
  public func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
    try await service.presence(of: users)
  }

  /// A page of the members of a channel.
  public func members(of channel: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    try await service.members(of: channel, query)
  }

  /// The read positions of the other members of a channel; at most `limit`.
  public func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    try await service.readers(of: channel, limit: limit)
  }

  /// The read positions of other users in the thread under a message; at most `limit`.
  public func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    try await service.readers(ofThreadUnder: parent, in: channel, limit: limit)
  }

  /// A page of the users whom the current user ignores.
  public func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    try await service.ignoredUsers(query)
  }

  /// Starts or stops ignoring a user.
  public func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    try await service.setIgnored(isIgnored, user)
  }

  // MARK: Channels

  /// Channels whose name or id contains a text; at most `limit`.
  public func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    try await service.channels(matching: text, limit: limit)
  }

  /// A page of the channels that a directory lists.
  public func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    try await service.directory(query)
  }

  /// A page of the channels that the user left.
  public func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel> {
    try await service.leftChannels(query)
  }

  /// Creates a channel, whose id is in the answer.
  public func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary {
    try await service.createChannel(channel)
  }

  /// Joins the channel at an address.
  public func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    try await service.join(address)
  }

  // MARK: Messages and files

  /// A message in the service's version.
  public func message(_ id: MessageID, in channel: ChannelID) async throws(ChatError) -> Message {
    try await service.message(id, in: channel)
  }

  /// A page of the messages that contain all of the words, newest first.
  public func search(_ query: SearchQuery) async throws(ChatError) -> Page<Message> {
    try await service.search(query)
  }

  /// A page of the pinned messages of a channel, the latest pin first.
  public func pinnedMessages(in channel: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<
    Message
  > {
    try await service.pinnedMessages(in: channel, query)
  }

  /// A part of a file's bytes.
  public func download(
    _ file: FileID, _ range: Range<Int>, ofAtMost limit: Int = .max
  ) async throws(ChatError) -> [UInt8] {
    try await service.download(file, range, ofAtMost: limit)
  }

  /// The bytes of a small picture of a file, created by the service.
  public func thumbnail(of file: FileID, side: Int, ofAtMost limit: Int) async throws(ChatError) -> [UInt8] {
    try await service.thumbnail(of: file, side: side, ofAtMost: limit)
  }
}
