import ChatControllers
import ChatDomain
import ChatScreens

/// The members of a channel with their roles and presence: sorted by role, highest first, and then online members first.
final class MembersPanel: ListPanel {
  var contents: ListContents<UserID>
  private(set) weak var services: (AppContext)?
  private let client: ChatClient
  private let channel: ChannelID
  private let time: RowClock
  private var presence: [UserID: Presence] = [:]
  private var roles: [UserID: MemberRole] = [:]
  private let subscriptions = PanelSubscriptions()
  var isStale = true
  private lazy var loader = PageLoader<User> { [weak self] new in
    self?.didLoad(new)
  } onFailure: { [weak self] _ in
    self?.becomeStale()
  }

  init(services: AppContext, names: ConversationNames, channel: ChannelID) {
    self.services = services
    client = services.client
    self.channel = channel
    time = RowClock(services)
    contents = ListContents(
      title: "Members of \(names.name(of: channel))",
      hint: services.keymap.hint(
        [(.panel(.accept), "write to")]
          + (services.client.abilities.contains(.ignoresPeople) ? [(.panel(.ignore), "ignore")] : [])
          + [(.panel(.dismiss), "close")]))
    subscriptions.observe(services.client) { [weak self] in self?.handle($0) }
    load()
    refresh()
  }

  private func load() {
    loader.start { [weak self, client, channel] cursor async throws(ChatError) in
      let page = try await client.members(of: channel, ListQuery(cursor: cursor))
      for member in page.elements { self?.roles[member.user.id] = member.role }
      return Page(page.elements.map(\.user), next: page.next)
    }
  }

  func loadMore() { loader.loadMore() }

  func accept(_ id: UserID) -> PanelOutcome {
    guard id != client.currentUser.id else {
      services?.say(Notice("That is you"))
      return .stay
    }
    services?.go(to: .person(id))
    return .close
  }

  /// Toggles whether a member is ignored.
  func ignore(_ id: UserID) {
    guard let services, let user = loader.elements.first(where: { $0.id == id }) else { return }
    guard id != client.currentUser.id else { return services.say(Notice("That is you")) }
    Ignoring(services: services).set(!client.isIgnored(id), user)
  }

  func close() {
    loader.stop()
    subscriptions.stop()
  }

  private func didLoad(_ new: [User]) {
    loadPresence(of: new.map(\.id))
    pageDidCome()
  }

  private func loadPresence(of users: [UserID]) {
    guard tellsPresence, !users.isEmpty else { return }
    Task { [weak self, client] in
      // try?: the rows show the presence once it is known, and changes arrive as events.
      guard let answer = try? await client.presence(of: users), let self else { return }
      // An event that arrived in the meantime is more recent.
      presence.merge(answer) { newer, _ in newer }
      becomeStale()
    }
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.presenceChanged(let user, let now)):
      presence[user] = now
      becomeStale()
    case .event(.memberJoined(let membership)) where membership.channelId == channel:
      roles[membership.user.id] = membership.role
      didLoad(loader.append([membership.user]))
    // Roles are reported only together with the members.
    case .event(.rolesChanged(channel)): load()
    case .event(.memberLeft(channel, let user)):
      loader.elements.removeAll { $0.id == user }
      becomeStale()
    case .connection(.online): loader.retry()
    // The list of ignored people may have changed.
    case .eventsMissed: becomeStale()
    default: break
    }
  }

  var emptyNote: String? { loader.emptyNote(orElse: "nobody of that name") }

  func items() -> [PanelItem<UserID>] {
    let members = loader.elements
    let candidates = members.map { user in
      Candidate(
        PanelItem(user.id, PanelRow(mark(user.id) + user.displayName, trailing: standing(user.id))),
        [user.displayName, user.id.rawValue])
    }
    let match = FuzzyMatch(contents.query)
    guard match.isEmpty else { return match.ranked(candidates) }
    let order = candidates.indices.sorted { left, right in
      let (high, low) = (role(members[left].id), role(members[right].id))
      if high != low { return high > low }
      let (one, other) = (isOnline(members[left].id), isOnline(members[right].id))
      if one != other { return one }
      return (candidates[left].texts[0], left) < (candidates[right].texts[0], right)
    }
    return order.map { candidates[$0].item }
  }

  private func isOnline(_ user: UserID) -> Bool { presence[user] == .online }
  /// If the service reports no presence, an empty circle would wrongly say that everybody is offline.
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
    let you = user == client.currentUser.id ? "you" : ""
    switch presence[user] {
    case .online: return you.isEmpty ? "online" : you
    case .offline(let since?): return you.isEmpty ? "since \(time.text(since))" : you
    case .offline(nil), nil: return you
    }
  }
}
