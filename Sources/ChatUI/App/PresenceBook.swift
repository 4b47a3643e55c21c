import ChatControllers
import ChatDomain

/// Who of those that are shown is there.
final class PresenceBook {
  private unowned let stage: any ConversationHost
  private var known: [UserID: Presence] = [:] { didSet { revision += 1 } }
  /// Rises with everything that becomes known.
  private(set) var revision = 0
  private var asked: Set<UserID> = []
  private var wanted: Set<UserID> = []
  private var asking: Task<Void, Never>?
  /// Whether events were missed since the question: its answer may be too old.
  private var isDisturbed = false

  init(stage: any ConversationHost) { self.stage = stage }

  /// What is known of a person, who is asked for if nothing is.
  func presence(of user: UserID) -> Presence? {
    if let presence = known[user] { return presence }
    if asked.insert(user).inserted {
      wanted.insert(user)
      ask()
    }
    return nil
  }

  func hear(_ notice: ClientNotice) {
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
    guard asking == nil, !wanted.isEmpty else { return }
    // Weak, for the stage may be gone when the answer comes.
    asking = Task { [weak self, client = stage.client] in
      // Whoever is asked for in the same frame is asked for together.
      await Task.yield()
      let users = self?.begin() ?? []
      var found: [UserID: Presence]?
      await client.retrying(while: { client.connection == .online }) { () async throws(ChatError) in
        found = try await client.service.presence(of: users)
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
      stage.setNeedsFrame()
    } else {
      wanted.formUnion(users)
    }
    // Without an answer they are asked for when the connection is back.
    if found != nil { ask() }
  }
}
