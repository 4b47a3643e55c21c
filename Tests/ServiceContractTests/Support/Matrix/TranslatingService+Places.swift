import ChatDomain
import MatrixService

extension TranslatingService {
  func address(in text: String) -> ChannelAddress? { base.address(in: text) }

  func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    inward(try await base.join(address))
  }

  func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    var query = query
    query.space = query.space.map { outward($0) }
    return page(try await base.directory(query)) { inward($0) }
  }

  func leftChannels(_ query: ListQuery) async throws(ChatError) -> Page<Channel> {
    page(try await base.leftChannels(query)) { inward($0) }
  }

  func forget(_ id: ChannelID) async throws(ChatError) { try await base.forget(outward(id)) }
}

extension TranslatingService {
  func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal? {
    base.refusal(of: act, in: outward(id))
  }
}

extension TranslatingService {
  func isIgnored(_ user: UserID) -> Bool { base.isIgnored(outward(user)) }

  func ignoredUsers(_ query: ListQuery) async throws(ChatError) -> Page<User> {
    page(try await base.ignoredUsers(query)) { inward($0) }
  }

  func setIgnored(_ isIgnored: Bool, _ user: UserID) async throws(ChatError) {
    try await prepare([user])
    try await base.setIgnored(isIgnored, outward(user))
  }
}

extension TranslatingService {
  func readers(of channel: ChannelID, limit: Int) async throws(ChatError) -> [ReaderPosition] {
    try await base.readers(of: outward(channel), limit: limit).map {
      ReaderPosition(user: inward($0.user), lastRead: $0.lastRead)
    }
  }

  func readers(
    ofThreadUnder parent: MessageID, in channel: ChannelID, limit: Int
  ) async throws(ChatError) -> [ReaderPosition] {
    try await base.readers(ofThreadUnder: parent, in: outward(channel), limit: limit).map {
      ReaderPosition(user: inward($0.user), lastRead: $0.lastRead)
    }
  }
}

extension TranslatingService {
  func knock(on address: ChannelAddress, reason: String) async throws(ChatError) -> Knock {
    inward(try await base.knock(on: address, reason: reason))
  }

  func knocks() async throws(ChatError) -> [Knock] { try await base.knocks().map { inward($0) } }

  func takeBackKnock(on channel: ChannelID) async throws(ChatError) {
    try await base.takeBackKnock(on: outward(channel))
  }

  func visitors() async throws(ChatError) -> [Visitor] {
    try await base.visitors().map {
      Visitor(
        user: inward($0.user), channel: inward($0.channel), reason: $0.reason, knockedAt: $0.knockedAt)
    }
  }

  func admit(_ user: UserID, to channel: ChannelID) async throws(ChatError) {
    try await base.admit(outward(user), to: outward(channel))
  }

  func turnAway(_ user: UserID, from channel: ChannelID) async throws(ChatError) {
    try await base.turnAway(outward(user), from: outward(channel))
  }
}

extension Translation {
  fileprivate func callAsFunction(_ knock: Knock) -> Knock {
    Knock(channel: self(knock.channel), reason: knock.reason, knockedAt: knock.knockedAt)
  }
}
