import ChatControllers
import ChatDomain

/// The presence of the users on the screen.
final class PresenceCache {
  private let services: AppContext
  private var known: [UserID: Presence] = [:] { didSet { revision += 1 } }
  /// Increases with every change.
  private(set) var revision = 0
  private var asked: Set<UserID> = []
  private var wanted: Set<UserID> = []
  private var asking: Task<Void, Never>?
  /// Whether events were missed since the request: its answer may be out of date.
  private var isDisturbed = false

  init(services: AppContext) { self.services = services }

  /// The known presence of a user; requested if it is unknown.
  func presence(of user: UserID) -> Presence? {
    if let presence = known[user] { return presence }
    if asked.insert(user).inserted {
      wanted.insert(user)
      ask()
    }
    return nil
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.presenceChanged(let user, let presence)): known[user] = presence
    case .eventsMissed:
      known = [:]
      asked = []
      isDisturbed = true
    case .connection(.online): ask()
    default: break
    }
  }

  private func ask() {
    guard asking == nil, !wanted.isEmpty, services.client.abilities.contains(.tellsPresence) else { return }
    // Weak, because the program may be gone when the answer arrives.
    asking = Task { [weak self, client = services.client] in
      // All users looked up in the same frame go into one request.
      await Task.yield()
      let users = self?.begin() ?? []
      var found: [UserID: Presence]?
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        found = try await client.presence(of: users)
      }
      self?.finish(users, found)
    }
  }

  private func begin() -> [UserID] {
    defer { wanted = [] }
    isDisturbed = false
    return Array(wanted)
  }

  private func finish(_ users: [UserID], _ found: [UserID: Presence]?) {
    asking = nil
    if let found, !isDisturbed {
      for (user, presence) in found where known[user] == nil { known[user] = presence }
      services.setNeedsFrame()
    } else {
      wanted.formUnion(users)
    }
    // Without an answer they are requested when the connection is back.
    if found != nil { ask() }
  }
}
