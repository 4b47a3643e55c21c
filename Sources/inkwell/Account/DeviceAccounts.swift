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

  func place(named text: String) throws(ProgramError) -> AccountPlace? {
    // As on the command line: `@ann:example.org --server https://m.example.org`, where the option may be left out.
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, !first.hasPrefix("-"), let name = AccountName(first) else { return nil }
    words.removeAll { $0 == "--server" }
    guard words.count > 1 else { return name.id.map { .account(name: $0.rawValue, server: nil) } }
    guard words.count == 2 else { return nil }
    let address = words[1].hasPrefix("--server=") ? String(words[1].dropFirst(9)) : words[1]
    do throws(HomeserverAddress.Fault) {
      return .account(name: name.text, server: try HomeserverAddress(address).url)
    } catch {
      throw ProgramError("\(error)")
    }
  }
}
