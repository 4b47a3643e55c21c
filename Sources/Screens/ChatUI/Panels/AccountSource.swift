import ChatScreens
import Composer

/// The accounts of this device and the demo. Typing another account's name signs in to it.
final class AccountSource: ListSource {
  let title = "Accounts"
  /// Signing out is offered only if there is an account: the demo has no session.
  var keys: Keys {
    accounts.count > 1
      ? [.accept: "open", .remove: "sign out", .dismiss: "close"] : [.accept: "open", .dismiss: "close"]
  }
  private let directory: any AccountDirectory
  private let accounts: [KnownAccount]
  /// Whether something was typed.
  private var isTyping = false
  private let open: (AccountPlace) -> Void
  private let signOut: (AccountPlace) -> Void

  /// - Parameters:
  ///   - signOut: ends the session of the chosen account, after a question.
  ///   - open: switches to the chosen account.
  init(
    directory: any AccountDirectory, signOut: @escaping (AccountPlace) -> Void,
    open: @escaping (AccountPlace) -> Void
  ) {
    self.directory = directory
    self.open = open
    self.signOut = signOut
    accounts = [KnownAccount(.demo, isSignedIn: true)] + directory.accounts()
  }

  func hint(_ keys: String) -> String {
    isTyping ? keys : "type @you:example.org to sign in to Matrix · \(keys)"
  }

  func queryDidChange(to query: String) { isTyping = !query.isEmpty }

  func note(for query: String) -> String {
    do throws(ProgramError) {
      _ = try directory.place(named: query)
      return "a Matrix name: @you:example.org, or @you:example.org https://server"
    } catch {
      return error.sentence
    }
  }

  func perform(_ command: PanelCommand, on place: AccountPlace) -> PanelOutcome {
    switch command {
    case .accept:
      // A signed-out user signs in again by reopening the same account.
      if place != directory.current || accounts.contains(where: { $0.place == place && !$0.isSignedIn }) {
        open(place)
      }
      return .close
    case .remove: signOut(place)
    default: break
    }
    return .stay
  }

  func candidates() -> [Candidate<AccountPlace>] {
    accounts.map { account in
      let (name, detail) = Self.words(account.place)
      let isOpen = account.place == directory.current
      let row = PanelRow(
        name, detail: detail, trailing: !account.isSignedIn ? "signed out" : isOpen ? "open" : "")
      return Candidate(account.place, row, matching: [name, detail])
    }
  }

  func rows(of candidates: [Candidate<AccountPlace>], matching query: String) -> [PanelItem<AccountPlace>] {
    let found = FuzzyMatch(query).filtered(candidates)
    do throws(ProgramError) {
      guard let place = try directory.place(named: query) else { return found }
      if let known = candidates.map(\.item).first(where: { Self.isSame($0.id, as: place) }) {
        return found.isEmpty ? [known] : found
      }
      let (name, server) = Self.words(place)
      let detail = server.isEmpty ? "by password or browser" : "at \(server)"
      return found + [PanelItem(place, PanelRow("Sign in as \(name)", detail: detail))]
    } catch {
      // The panel's note gives the reason.
      return found
    }
  }

  /// Whether a known account has the given name, on any server if the name has none.
  private static func isSame(_ known: AccountPlace, as named: AccountPlace) -> Bool {
    guard case .account(let name, let server) = known, case .account(let wanted, let wantedServer) = named
    else { return false }
    return name.lowercased() == wanted.lowercased() && (wantedServer == nil || wantedServer == server)
  }

  private static func words(_ place: AccountPlace) -> (name: String, detail: String) {
    switch place {
    case .demo: ("The demo", "no account, no network, scripted people")
    case .account(let name, let server): (name, server ?? "")
    }
  }
}
