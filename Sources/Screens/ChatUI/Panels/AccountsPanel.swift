import ChatScreens

/// The accounts of this device and the demo. Typing another account's name signs in to it.
final class AccountsPanel: ListPanel {
  var contents: ListContents<AccountPlace>
  var isStale = true
  private let directory: any AccountDirectory
  private let accounts: [KnownAccount]
  private let open: (AccountPlace) -> Void
  private let signOut: (AccountPlace) -> Void

  /// - Parameters:
  ///   - text: the initial query.
  ///   - signOut: ends the session of the chosen account, after a question.
  ///   - open: switches to the chosen account.
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
      note: Self.usualNote,
      hint: keymap.hint(
        (.panel(.accept), "open"), (.panel(.remove), "sign out"), (.panel(.dismiss), "close")))
    refresh()
  }

  func accept(_ place: AccountPlace) -> PanelOutcome {
    // A user who was signed out signs in again by reopening the same account.
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
    contents.note = Self.usualNote
    do throws(ProgramError) {
      guard let place = try directory.place(named: contents.query) else { return found }
      if let known = candidates.map(\.item).first(where: { Self.isSame($0.id, as: place) }) {
        return found.isEmpty ? [known] : found
      }
      let (name, server) = Self.words(place)
      let detail = server.isEmpty ? "asks for what its server wants" : "at \(server)"
      return found + [PanelItem(place, PanelRow("Sign in as \(name)", detail: detail))]
    } catch {
      contents.note = error.sentence
      return found
    }
  }

  private static let usualNote =
    "Type the whole name to sign in: @you:example.org, or @you:example.org https://server"

  private func isSignedOut(_ place: AccountPlace) -> Bool {
    accounts.contains { $0.place == place && !$0.isSignedIn }
  }

  /// Whether a known account has the given name, on any server if the name has none.
  private static func isSame(_ known: AccountPlace, as named: AccountPlace) -> Bool {
    guard case .account(let name, let server) = known, case .account(let wanted, let wantedServer) = named
    else { return false }
    return name.lowercased() == wanted.lowercased() && (wantedServer == nil || wantedServer == server)
  }

  private static func words(_ place: AccountPlace) -> (name: String, detail: String) {
    switch place {
    case .demo: ("The demo", "no account, no network, and people who answer")
    case .account(let name, let server): (name, server ?? "")
    }
  }
}
