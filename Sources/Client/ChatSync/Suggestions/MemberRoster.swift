package import ChatDomain
package import DraftEngine

/// The members of channels, as far as this client knows them, and the names that can mean them.
///
/// `SuggestionCache` may suggest a user too many. This type considers only members, and decides what a name means only if all
/// members that it could match are loaded.
package final class MemberRoster {
  private let service: any ChatService
  private var channels: [ChannelID: Roster] = [:]
  private var subscription: Subscription?
  /// Increases whenever a name may have changed its meaning.
  package private(set) var revision = 0

  /// In channels with more members, names are looked up one by one.
  private static let limit = 100
  /// Beyond this number of channels all are forgotten, and looked up again when needed.
  private static let mostChannels = 64

  init(service: any ChatService, board: NoticeBoard) {
    self.service = service
    subscription = board.subscribe { [weak self] notice in self?.handle(notice) }
  }

  /// Records the service's answer to a query.
  ///
  /// - Parameter isComplete: whether all members whose name or id contains the query are among them.
  func record(_ users: [User], answering query: String, isComplete: Bool, in channel: ChannelID) {
    if channels[channel] == nil, channels.count >= Self.mostChannels { channels = [:] }
    channels[channel, default: Roster()].record(users, answering: FoldedText(query), isComplete: isComplete)
    revision += 1
  }

  /// What a typed name means among the members of a channel.
  package func meaning(of name: TypedName, in channel: ChannelID) -> NamedMember {
    let roster = channels[channel] ?? Roster()
    if UserID.everyone.rawValue == "@" + name.stem.lowercased(),
      roster.members(called: FoldedText(name.stem)).isEmpty
    {
      let refusal = service.refusal(of: .mentionEverybody, in: channel)
      return named(name, name.stem, refusal == nil ? .member(.everyone) : .everyoneRefused)
    }
    guard roster.knowsAll(called: FoldedText(name.stem)) else { return named(name, name.stem, .unknown) }
    for candidate in name.candidates {
      let users = roster.members(called: FoldedText(candidate))
      if users.count == 1 { return named(name, candidate, .member(users[0])) }
      if !users.isEmpty { return named(name, candidate, .several(users)) }
    }
    return named(name, name.stem, .nobody(similar: roster.members(like: FoldedText(name.stem))))
  }

  /// Requests the members of a channel: all of a small channel, otherwise only those whose names match.
  package func lookUp(_ stem: String, in channel: ChannelID) async throws(ChatError) {
    if channels[channel]?.isLarge != true, channels[channel]?.knowsAll(called: FoldedText("")) != true {
      try await ask("", in: channel)
    }
    guard let roster = channels[channel], !stem.isEmpty, roster.mayAsk(FoldedText(stem)) else { return }
    try await ask(stem, in: channel)
  }

  private func ask(_ query: String, in channel: ChannelID) async throws(ChatError) {
    if channel == .nowhere { return record([], answering: "", isComplete: true, in: channel) }
    if let partner = channel.prospectivePartner {
      // The two users will be the only members of the channel.
      let users = [service.currentUser, try await service.user(partner)]
      return record(users, answering: "", isComplete: true, in: channel)
    }
    let users = try await service.users(matching: query, in: .members(of: channel), limit: Self.limit)
    record(users, answering: query, isComplete: users.count < Self.limit, in: channel)
  }

  private func named(_ name: TypedName, _ text: String, _ meaning: NamedMember.Meaning) -> NamedMember {
    NamedMember(range: name.range(of: text), text: "@" + text, meaning: meaning, stem: name.stem)
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.memberJoined(let membership)):
      channels[membership.channelId]?.add(membership.user)
      revision += 1
    case .event(.memberLeft(let channel, let user)):
      channels[channel]?.remove(user)
      revision += 1
    case .event(.messageCreated(let message)) where message.kind == .regular:
      // The author may have another name now.
      if channels[message.channelId]?.update(message.author) == true { revision += 1 }
    case .eventsMissed:
      channels = [:]
      revision += 1
    default: break
    }
  }
}

nonisolated extension User {
  /// All members of a channel, as a mention names them.
  static let everyone = User(id: .everyone, name: UserID.everyone.rawValue)
}

/// The known members of one channel.
nonisolated private struct Roster {
  private var users: [UserID: User] = [:]
  /// By id, by full name and by first name.
  private var byName: [FoldedText: Set<UserID>] = [:]
  /// The queries that the service answered completely.
  private var answered: Set<FoldedText> = []
  /// The queries that match more members than the service returns at once.
  private var cutOff: Set<FoldedText> = []

  /// Beyond this number all answers are forgotten.
  private static let mostAnswers = 256

  /// Whether there are more members than the service returns at once.
  var isLarge: Bool { cutOff.contains(FoldedText("")) }

  /// Whether all members whose name or id contains a text are known: a query that is a part of the text was answered completely.
  func knowsAll(called text: FoldedText) -> Bool { answered.contains { text.contains($0) } }

  func mayAsk(_ text: FoldedText) -> Bool { !knowsAll(called: text) && !cutOff.contains(text) }

  func members(called text: FoldedText) -> [User] { sorted(byName[text] ?? []) }

  /// Some members whose id, or a word of whose name, begins with a text.
  func members(like text: FoldedText) -> [User] {
    guard !text.isEmpty else { return [] }
    let found = users.values.filter { user in
      [user.id.rawValue, user.displayName].contains { (FoldedText($0).fit(text)?.fit ?? .inside) < .inside }
    }
    return sorted(found.map(\.id))
  }

  mutating func record(_ found: [User], answering query: FoldedText, isComplete: Bool) {
    for user in found { add(user) }
    if answered.count + cutOff.count >= Self.mostAnswers { (answered, cutOff) = ([], []) }
    if isComplete { answered.insert(query) } else { cutOff.insert(query) }
  }

  mutating func add(_ user: User) {
    guard users[user.id] != user else { return }
    remove(user.id)
    users[user.id] = user
    for name in Self.names(of: user) { byName[name, default: []].insert(user.id) }
  }

  mutating func remove(_ id: UserID) {
    guard let user = users.removeValue(forKey: id) else { return }
    for name in Self.names(of: user) {
      byName[name]?.remove(id)
      if byName[name]?.isEmpty == true { byName[name] = nil }
    }
  }

  /// - Returns: whether a known member has changed.
  mutating func update(_ user: User) -> Bool {
    guard let known = users[user.id], known != user else { return false }
    add(user)
    return true
  }

  private static func names(of user: User) -> Set<FoldedText> {
    let name = user.displayName
    let first = name.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? name
    return [FoldedText(user.id.rawValue), FoldedText(name), FoldedText(first)]
  }

  private func sorted(_ ids: some Sequence<UserID>) -> [User] {
    ids.compactMap { users[$0] }.sorted {
      ($0.displayName, $0.id.rawValue) < ($1.displayName, $1.id.rawValue)
    }
  }
}
