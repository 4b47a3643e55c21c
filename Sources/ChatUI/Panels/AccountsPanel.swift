import ChatScreens

/// The accounts of this device and the demo, and signing in to another one whose name is typed.
final class AccountsPanel: ListPanel {
  var contents: ListContents<AccountPlace>
  var isStale = true
  private let directory: any AccountDirectory
  private let accounts: [KnownAccount]
  private let open: (AccountPlace) -> Void
  private let signOut: (AccountPlace) -> Void

  /// - Parameters:
  ///   - text: the initial query.
  ///   - signOut: ends the session of the chosen one, after a question.
  ///   - open: opens the chosen one in the place of this one.
  init(
    directory: any AccountDirectory, keymap: Keymap, text: String = "",
    signOut: @escaping (AccountPlace) -> Void, open: @escaping (AccountPlace) -> Void
  ) {
    self.directory = directory
    self.open = open
    self.signOut = signOut
    accounts = directory.accounts()
    contents = ListContents(
      title: "Accounts", line: QueryLine(text),
      note: "Type the whole name, like @you:example.org, to sign in",
      hint: keymap.hint(
        (.panel(.accept), "open"), (.panel(.remove), "sign out"), (.panel(.dismiss), "close")))
    refresh()
  }

  func accept(_ place: AccountPlace) -> PanelOutcome {
    // Whoever was signed out signs in again by opening the same account anew.
    if place != directory.current || isSignedOut(place) { open(place) }
    return .close
  }

  func remove(_ place: AccountPlace) { signOut(place) }

  func items() -> [PanelItem<AccountPlace>] {
    let candidates = ([KnownAccount(.demo, isSignedIn: true)] + accounts).map { account in
      let (name, detail) = Self.words(account.place)
      let isOpen = account.place == directory.current
      let row = PanelRow(
        name, detail: detail, trailing: !account.isSignedIn ? "signed out" : isOpen ? "open" : "")
      return Candidate(PanelItem(account.place, row), [name, detail])
    }
    let found = FuzzyMatch(contents.query).filtered(candidates)
    guard let place = directory.place(named: contents.query), !isKnown(place) else { return found }
    let (name, _) = Self.words(place)
    return found + [
      PanelItem(place, PanelRow("Sign in as \(name)", detail: "asks for what its server wants"))
    ]
  }

  private func isSignedOut(_ place: AccountPlace) -> Bool {
    accounts.contains { $0.place == place && !$0.isSignedIn }
  }

  /// Whether an account of this name is listed, wherever it is.
  private func isKnown(_ place: AccountPlace) -> Bool {
    guard case .account(let name, _) = place else { return true }
    return accounts.contains { account in
      guard case .account(let known, _) = account.place else { return false }
      return known.lowercased() == name.lowercased()
    }
  }

  private static func words(_ place: AccountPlace) -> (name: String, detail: String) {
    switch place {
    case .demo: ("The demo", "no account, no network, and people who answer")
    case .account(let name, let server): (name, server ?? "")
    }
  }
}
