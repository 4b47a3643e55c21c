import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// The members of a channel with their roles and presence: sorted by role, highest first, then with online members first.
final class MemberSource: ListSource {
  let title: String
  private let context: AppContext
  private var client: ChatClient { context.client }
  private let channel: ChannelID
  private var presence: [UserID: Presence] = [:]
  private var roles: [UserID: MemberRole] = [:]
  private let loader = PageLoader<User>()
  private weak var list: ListPanel<MemberSource>?

  init(context: AppContext, names: ConversationNames, channel: ChannelID) {
    self.context = context
    self.channel = channel
    title = "Members of \(names.name(of: channel))"
  }

  var pages: [any ListPages] { [loader] }

  var keys: Keys {
    client.abilities.contains(.ignoresPeople)
      ? [.accept: "write to", .ignore: "ignore", .dismiss: "close"]
      : [.accept: "write to", .dismiss: "close"]
  }

  func note(for query: String) -> String { "nobody by that name" }

  // MARK: Loading

  func open(in list: ListPanel<MemberSource>) {
    self.list = list
    list.observe { [weak self] in self?.handle($0) }
    load()
  }

  private func load() {
    loader.start { [weak self, client, channel] cursor async throws(ChatError) in
      let page = try await client.members(of: channel, ListQuery(cursor: cursor))
      for member in page.elements { self?.roles[member.user.id] = member.role }
      self?.loadPresence(of: page.elements.map(\.user.id))
      return Page(page.elements.map(\.user), next: page.next)
    }
  }

  private func loadPresence(of users: [UserID]) {
    guard tellsPresence, !users.isEmpty else { return }
    Task { [weak self, client] in
      // try?: the rows show the presence once it is known, and changes arrive as events.
      guard let answer = try? await client.presence(of: users), let self else { return }
      // An event that arrived in the meantime is more recent.
      presence.merge(answer) { newer, _ in newer }
      list?.becomeStale()
    }
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.presenceChanged(let user, let now)): presence[user] = now
    case .event(.memberJoined(let membership)) where membership.channelId == channel:
      roles[membership.user.id] = membership.role
      loader.append([membership.user])
      loadPresence(of: [membership.user.id])
    // Roles are reported only together with the members.
    case .event(.rolesChanged(channel)): load()
    case .event(.memberLeft(channel, let user)): loader[user] = nil
    // The list of ignored people may have changed.
    case .eventsMissed: break
    default: return
    }
    list?.becomeStale()
  }

  // MARK: Keys

  func perform(_ command: PanelCommand, on id: UserID) -> PanelOutcome {
    guard command == .accept || command == .ignore else { return .stay }
    guard id != me else {
      context.say(.thatIsYou)
      return .stay
    }
    if command == .accept {
      context.go(to: .person(id))
      return .close
    }
    if let user = loader[id] { context.setIgnored(!client.isIgnored(id), user) }
    return .stay
  }

  // MARK: Rows

  func candidates() -> [Candidate<UserID>] {
    let candidates = loader.elements.map { user in
      Candidate(
        user.id, PanelRow(mark(user.id) + user.displayName, trailing: standing(user.id)),
        matching: [user.displayName, user.id.rawValue])
    }
    let order = candidates.indices.sorted { left, right in
      let (one, other) = (candidates[left], candidates[right])
      let (high, low) = (role(one.item.id), role(other.item.id))
      if high != low { return high > low }
      let isOnline = isOnline(one.item.id)
      if isOnline != self.isOnline(other.item.id) { return isOnline }
      return (one.texts[0], left) < (other.texts[0], right)
    }
    return order.map { candidates[$0] }
  }

  func rows(of candidates: [Candidate<UserID>], matching query: String) -> [PanelItem<UserID>] {
    FuzzyMatch(query).ranked(candidates)
  }

  private var me: UserID { client.currentUser.id }
  private func isOnline(_ user: UserID) -> Bool { presence[user] == .online }
  /// If the service reports no presence, an empty circle would wrongly mark everyone as offline.
  private var tellsPresence: Bool { client.abilities.contains(.tellsPresence) }
  private func mark(_ user: UserID) -> String { !tellsPresence ? "" : isOnline(user) ? "● " : "○ " }
  private func role(_ user: UserID) -> MemberRole { roles[user] ?? .member }

  /// "moderator · online"
  private func standing(_ user: UserID) -> String {
    let parts = [
      role(user) == .member ? "" : role(user).rawValue,
      client.isIgnored(user) ? "ignored" : words(user),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func words(_ user: UserID) -> String {
    if user == me { return "you" }
    return switch presence[user] {
    case .online: "online"
    case .offline(let since?): "since \(RowClock(context).text(since))"
    case .offline(nil), nil: ""
    }
  }
}

/// The ignored users. One key stops ignoring a user, another one undoes that.
final class IgnoredSource: ListSource {
  let title = "Ignored people"
  let keys: Keys = [
    .remove: "stop ignoring", .restore: "undo", .dismiss: "close",
  ]
  private let context: AppContext
  private let loader = PageLoader<User>()
  private var ended: [User] = []

  init(context: AppContext) { self.context = context }

  var pages: [any ListPages] { [loader] }

  func note(for query: String) -> String { query.isEmpty ? "you ignore no one" : "nobody by that name" }

  func candidates() -> [Candidate<UserID>] {
    loader.elements.map { user in
      Candidate(
        user.id, PanelRow(user.displayName, trailing: user.name == nil ? "" : user.id.rawValue),
        matching: [user.displayName, user.id.rawValue])
    }
  }

  func open(in list: ListPanel<IgnoredSource>) {
    list.observe { [weak self] in
      // The list may have changed on another device while events were missed.
      if case .eventsMissed = $0 { self?.load() }
    }
    load()
  }

  private func load() {
    loader.start { [client = context.client] cursor async throws(ChatError) in
      try await client.ignoredUsers(ListQuery(cursor: cursor))
    }
  }

  func perform(_ command: PanelCommand, on id: UserID) -> PanelOutcome {
    switch command {
    case .accept: return .refuse(.stopsIgnoring(context.key(of: .panel(.remove))))
    case .remove:
      guard let user = loader[id] else { break }
      loader[id] = nil
      ended.append(user)
      context.setIgnored(false, user)
    default: break
    }
    return .stay
  }

  func perform(_ command: PanelCommand) -> PanelOutcome? {
    guard command == .restore, let user = ended.popLast() else { return nil }
    loader.append([user])
    context.setIgnored(true, user)
    return .stay
  }
}

extension AppContext {
  /// Starts or stops ignoring a user, and reports the result.
  func setIgnored(_ isIgnored: Bool, _ user: User) {
    guard checkAbilities([.ignoresPeople]) else { return }
    attempt { [self] in
      try await client.setIgnored(isIgnored, user.id)
      say(isIgnored ? .ignored(user.displayName) : .noLongerIgnored(user.displayName))
    }
  }
}
