import ChatDomain
import MatrixService

extension TranslatingService {
  func address(in text: String) -> ChannelAddress? { base.address(in: text) }

  func join(_ address: ChannelAddress) async throws(ChatError) -> ChannelSummary {
    inward(try await base.join(address))
  }

  func directory(_ query: DirectoryQuery) async throws(ChatError) -> Page<ListedChannel> {
    page(try await base.directory(query)) { inward($0) }
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
