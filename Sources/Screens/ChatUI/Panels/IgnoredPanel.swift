import ChatControllers
import ChatDomain
import ChatScreens

/// The people whom the user ignores. One key stops ignoring a person, another one undoes that.
final class IgnoredPanel: ListPanel {
  var contents: ListContents<UserID>
  private(set) weak var services: (AppContext)?
  private let client: ChatClient
  private let subscriptions = PanelSubscriptions()
  private var ended: [User] = []
  var isStale = true
  private lazy var loader = PageLoader<User> { [weak self] _ in
    self?.pageDidCome()
  } onFailure: { [weak self] _ in
    self?.becomeStale()
  }

  init(services: AppContext) {
    self.services = services
    client = services.client
    contents = ListContents(
      title: "Ignored people",
      hint: services.keymap.hint(
        (.panel(.remove), "ignore no longer"), (.panel(.restore), "take that back"),
        (.panel(.dismiss), "close")
      ))
    subscriptions.observe(services.client) { [weak self] in
      switch $0 {
      // The list may have changed on another device while events were missed.
      case .eventsMissed: self?.load()
      case .connection(.online): self?.loader.retry()
      default: break
      }
    }
    load()
    refresh()
  }

  private func load() {
    loader.start { [client] cursor async throws(ChatError) in
      try await client.ignoredUsers(ListQuery(cursor: cursor))
    }
  }

  func loadMore() { loader.loadMore() }

  func accept(_ id: UserID) -> PanelOutcome {
    .refuse("\(services?.key(of: .panel(.remove)) ?? "") ends ignoring")
  }

  func remove(_ id: UserID) {
    guard let services, let user = loader.elements.first(where: { $0.id == id }) else { return }
    loader.elements.removeAll { $0.id == id }
    ended.append(user)
    becomeStale()
    Ignoring(services: services).set(false, user)
  }

  func restore() -> Bool {
    guard let services, let user = ended.popLast() else { return false }
    _ = loader.append([user])
    becomeStale()
    Ignoring(services: services).set(true, user)
    return true
  }

  func close() {
    loader.stop()
    subscriptions.stop()
  }

  var emptyNote: String? {
    loader.emptyNote(orElse: contents.query.isEmpty ? "you ignore nobody" : "nobody of that name")
  }

  func items() -> [PanelItem<UserID>] {
    let candidates = loader.elements.map { user in
      Candidate(
        PanelItem(user.id, PanelRow(user.displayName, trailing: user.name == nil ? "" : user.id.rawValue)),
        [user.displayName, user.id.rawValue])
    }
    return FuzzyMatch(contents.query).filtered(candidates)
  }
}
