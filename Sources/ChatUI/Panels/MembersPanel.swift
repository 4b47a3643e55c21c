import ChatControllers
import ChatDomain
import ChatScreens

/// The members of a channel and their presence, those who are online first.
final class MembersPanel: ListPanel {
  var contents: ListContents<UserID>
  private(set) weak var services: (any AppServices)?
  private let client: ChatClient
  private let channel: ChannelID
  private let time: RowClock
  private var presence: [UserID: Presence] = [:]
  private let subscriptions = PanelSubscriptions()
  var isStale = true
  private lazy var loader = PageLoader<User> { [weak self] new in
    self?.didLoad(new)
  } onFailure: { [weak self] _ in
    self?.becomeStale()
  }

  init(services: any AppServices, names: ConversationNames, channel: ChannelID) {
    self.services = services
    client = services.client
    self.channel = channel
    time = RowClock(services)
    contents = ListContents(
      title: "Members of \(names.name(of: channel))",
      hint: services.keymap.hint((.panel(.accept), "write to"), (.panel(.dismiss), "close")))
    subscriptions.observe(services.client) { [weak self] in self?.handle($0) }
    loader.start { [client] cursor async throws(ChatError) in
      let page = try await client.service.members(of: channel, ListQuery(cursor: cursor))
      return Page(page.elements.map(\.user), next: page.next)
    }
    refresh()
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
      guard let answer = try? await client.service.presence(of: users), let self else { return }
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
      didLoad(loader.append([membership.user]))
    case .event(.memberLeft(channel, let user)):
      loader.elements.removeAll { $0.id == user }
      becomeStale()
    case .connection(.online): loader.retry()
    default: break
    }
  }

  var emptyNote: String? { loader.emptyNote(orElse: "nobody of that name") }

  func items() -> [PanelItem<UserID>] {
    let members = loader.elements
    let candidates = members.map { user in
      Candidate(
        PanelItem(user.id, PanelRow(mark(user.id) + user.displayName, trailing: words(user.id))),
        [user.displayName, user.id.rawValue])
    }
    let match = FuzzyMatch(contents.query)
    guard match.isEmpty else { return match.ranked(candidates) }
    let order = candidates.indices.sorted { left, right in
      let (one, other) = (isOnline(members[left].id), isOnline(members[right].id))
      if one != other { return one }
      return (candidates[left].texts[0], left) < (candidates[right].texts[0], right)
    }
    return order.map { candidates[$0].item }
  }

  private func isOnline(_ user: UserID) -> Bool { presence[user] == .online }
  /// Where nobody is told who is online, an empty circle would say that nobody is.
  private var tellsPresence: Bool { client.abilities.contains(.tellsPresence) }
  private func mark(_ user: UserID) -> String { !tellsPresence ? "" : isOnline(user) ? "● " : "○ " }

  private func words(_ user: UserID) -> String {
    let you = user == client.currentUser.id ? "you" : ""
    switch presence[user] {
    case .online: return you.isEmpty ? "online" : you
    case .offline(let since?): return you.isEmpty ? "since \(time.text(since))" : you
    case .offline(nil), nil: return you
    }
  }
}
