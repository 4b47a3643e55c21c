/// The accounts of this device, of which a run of the program shows one.
public nonisolated protocol AccountDirectory: Sendable {
  /// The one that this run shows.
  var current: AccountPlace { get }
  /// All that were opened on this device, in a stable order.
  func accounts() -> [KnownAccount]
  /// The account that typed text names, and its server if that stands behind the name; nil if it names none. Throws if the
  /// server is none.
  func place(named text: String) throws(ProgramError) -> AccountPlace?
}

/// Whom the program can be opened for.
public nonisolated enum AccountPlace: Hashable, Sendable {
  /// The service in the process, which needs no account.
  case demo
  /// - Parameters:
  ///   - name: as it is typed: `ann`, or `@ann:example.org`.
  ///   - server: its address; nil: it is to be found out.
  case account(name: String, server: String?)
}

/// An account that was opened on this device.
public nonisolated struct KnownAccount: Hashable, Sendable {
  public let place: AccountPlace
  /// Whether opening it asks for nothing.
  public let isSignedIn: Bool

  public init(_ place: AccountPlace, isSignedIn: Bool) {
    self.place = place
    self.isSignedIn = isSignedIn
  }
}

/// What comes after a run of the program.
public nonisolated enum NextRun: Hashable, Sendable {
  case none
  case opening(AccountPlace)
  /// The session of the account is to be ended at its server.
  case signingOut
  /// The same, and all that is kept of the account on this device is removed for good.
  case erasing
}
