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
    case .connection(.online): ask()
    default: break
    }
  }

  private func ask() {
    guard asking == nil, !wanted.isEmpty else { return }
    asking = Task {
      // Whoever is asked for in the same frame is asked for together.
      await Task.yield()
      let users = Array(wanted)
      wanted = []
      do throws(ChatError) {
        for (user, presence) in try await stage.client.service.presence(of: users) where known[user] == nil {
          known[user] = presence
        }
        stage.setNeedsFrame()
      } catch {
        // Asked again when the connection is back.
        wanted.formUnion(users)
      }
      asking = nil
    }
  }
}
