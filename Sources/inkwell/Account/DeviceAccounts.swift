import ChatDomain
import ChatUI
import MatrixService

/// The accounts that were signed in on this device, as their profiles say.
struct DeviceAccounts: AccountDirectory {
  let current: AccountPlace
  private let finder: AccountFinder?

  /// - Parameters:
  ///   - account: the one that this run shows; nil: the demo.
  ///   - user: who that is at the server.
  ///   - finder: nil if there is no home.
  init(current account: Account?, user: UserID, finder: AccountFinder?) {
    current = account.map { .account(name: user.rawValue, server: $0.server.url) } ?? .demo
    self.finder = finder
  }

  func accounts() -> [KnownAccount] {
    let sessions = finder?.sessions() ?? []
    return sessions.sorted { ($0.user.rawValue, $0.server.url) < ($1.user.rawValue, $1.server.url) }.map {
      KnownAccount(
        .account(name: $0.user.rawValue, server: $0.server.url), isSignedIn: !$0.isEnded)
    }
  }

  func place(named text: String) -> AccountPlace? {
    AccountName(text)?.id.map { .account(name: $0.rawValue, server: nil) }
  }
}
