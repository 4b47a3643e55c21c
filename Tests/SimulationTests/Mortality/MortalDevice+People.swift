import ChatDomain
import ChatTestSupport
import InMemoryService

nonisolated extension MortalDevice {
  func user(_ id: UserID) async throws(ChatError) -> User {
    try await ask { device throws(ChatError) in try await device.user(id) }
  }

  func users(matching text: String, in scope: UserScope, limit: Int) async throws(ChatError) -> [User] {
    try await ask { device throws(ChatError) in
      try await device.users(matching: text, in: scope, limit: limit)
    }
  }

  func presence(of users: [UserID]) async throws(ChatError) -> [UserID: Presence] {
    try await ask { device throws(ChatError) in try await device.presence(of: users) }
  }

  func channel(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await ask { device throws(ChatError) in try await device.channel(id) }
  }

  func channels(_ query: ListQuery) async throws(ChatError) -> Page<ChannelSummary> {
    try await ask { device throws(ChatError) in try await device.channels(query) }
  }

  func channels(matching text: String, limit: Int) async throws(ChatError) -> [Channel] {
    try await ask { device throws(ChatError) in try await device.channels(matching: text, limit: limit) }
  }

  func invitations(_ query: ListQuery) async throws(ChatError) -> Page<Invitation> {
    try await ask { device throws(ChatError) in try await device.invitations(query) }
  }

  func declineInvitation(to id: ChannelID) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.declineInvitation(to: id) }
  }

  func createChannel(_ channel: NewChannel) async throws(ChatError) -> ChannelSummary {
    try await ask { device throws(ChatError) in try await device.createChannel(channel) }
  }

  func directChannel(with user: UserID) async throws(ChatError) -> ChannelSummary {
    try await ask { device throws(ChatError) in try await device.directChannel(with: user) }
  }

  func knownDirectChannel(with user: UserID) async throws(ChatError) -> ChannelSummary? {
    try await ask { device throws(ChatError) in try await device.knownDirectChannel(with: user) }
  }

  func inbox(_ query: InboxQuery) async throws(ChatError) -> InboxPage {
    try await ask { device throws(ChatError) in try await device.inbox(query) }
  }

  func markInboxRead(_ reading: InboxReading) async throws(ChatError) -> Int {
    try await ask { device throws(ChatError) in try await device.markInboxRead(reading) }
  }

  func join(_ id: ChannelID) async throws(ChatError) -> ChannelSummary {
    try await ask { device throws(ChatError) in try await device.join(id) }
  }

  func leave(_ id: ChannelID) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.leave(id) }
  }

  func update(_ id: ChannelID, _ change: ChannelChange) async throws(ChatError) -> Channel {
    try await ask { device throws(ChatError) in try await device.update(id, change) }
  }

  func update(
    _ id: ChannelID, _ change: ChannelPreferencesChange
  ) async throws(ChatError) -> ChannelPreferences {
    try await ask { device throws(ChatError) in try await device.update(id, change) }
  }

  func spaces() async throws(ChatError) -> [Space] {
    try await ask { device throws(ChatError) in try await device.spaces() }
  }

  func setMarkedUnread(_ isMarked: Bool, _ id: ChannelID) async throws(ChatError) -> ReadPosition {
    try await ask { device throws(ChatError) in try await device.setMarkedUnread(isMarked, id) }
  }

  func add(_ users: [UserID], to id: ChannelID) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.add(users, to: id) }
  }

  func members(of id: ChannelID, _ query: ListQuery) async throws(ChatError) -> Page<Membership> {
    try await ask { device throws(ChatError) in try await device.members(of: id, query) }
  }

  func setTyping(_ isTyping: Bool, in key: DraftKey) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.setTyping(isTyping, in: key) }
  }

  func markRead(_ id: ChannelID, upTo timetoken: Timetoken) async throws(ChatError) -> ReadPosition {
    try await ask { device throws(ChatError) in try await device.markRead(id, upTo: timetoken) }
  }

  @discardableResult
  func markThreadRead(_ parent: MessageID, in channel: ChannelID, upTo timetoken: Timetoken)
    async throws(ChatError) -> ThreadReadPosition
  {
    try await ask { device throws(ChatError) in
      try await device.markThreadRead(parent, in: channel, upTo: timetoken)
    }
  }
}

nonisolated extension MortalDevice {
  func address(in text: String) -> ChannelAddress? { device.address(in: text) }
  func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal? { device.refusal(of: act, in: id) }

  func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    try await ask { device throws(ChatError) in try await device.join(address) }
  }

  func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    try await ask { device throws(ChatError) in try await device.directory(query) }
  }

  func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel> {
    try await ask { device throws(ChatError) in try await device.leftChannels(query) }
  }

  func forget(_ id: ChannelID) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.forget(id) }
  }

  func isIgnored(_ user: UserID) -> Bool { device.isIgnored(user) }

  func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    try await ask { device throws(ChatError) in try await device.ignoredUsers(query) }
  }

  func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.setIgnored(isIgnored, user) }
  }

  func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    try await ask { device throws(ChatError) in try await device.readers(of: channel, limit: limit) }
  }

  func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    try await ask { device throws(ChatError) in
      try await device.readers(ofThreadUnder: parent, in: channel, limit: limit)
    }
  }

  func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    try await ask { device throws(ChatError) in try await device.knock(on: address, reason: reason) }
  }

  func knocks() async throws(ChatError) -> [Knock] {
    try await ask { device throws(ChatError) in try await device.knocks() }
  }

  func takeBackKnock(on channel: ChannelID) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.takeBackKnock(on: channel) }
  }

  func visitors() async throws(ChatError) -> [Visitor] {
    try await ask { device throws(ChatError) in try await device.visitors() }
  }

  func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.admit(user, to: channel) }
  }

  func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError) {
    try await ask { device throws(ChatError) in try await device.turnAway(user, from: channel) }
  }
}
