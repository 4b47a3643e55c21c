public import Composer

/// The accounts of this device, of which a run of the program shows one.
public nonisolated protocol AccountDirectory: Sendable {
  /// The account that this run shows.
  var current: AccountPlace { get }
  /// All accounts that were opened on this device, in a stable order.
  func accounts() -> [KnownAccount]
  /// Parses an account name, optionally followed by a server. Throws if the server is invalid.
  ///
  /// - Returns: nil unless the text is a name with its server, or a name followed by a server.
  func place(named text: String) throws(ProgramError) -> AccountPlace?
}

/// An account that the program can open.
public nonisolated enum AccountPlace: Hashable, Sendable {
  /// The service in the process, which needs no account.
  case demo
  /// - Parameters:
  ///   - name: the name as typed: `ann`, or `@ann:example.org`.
  ///   - server: its address; nil if it must be discovered.
  case account(name: String, server: String?)
}

/// An account that was opened on this device.
public nonisolated struct KnownAccount: Hashable, Sendable {
  public let place: AccountPlace
  /// Whether it opens without a password.
  public let isSignedIn: Bool

  public init(_ place: AccountPlace, isSignedIn: Bool) {
    self.place = place
    self.isSignedIn = isSignedIn
  }
}

/// What comes after a run of the program.
public nonisolated enum NextRun: Hashable, Sendable {
  /// The program ends.
  case stop
  case opening(AccountPlace)
  /// Ends the account's session at its server.
  case signingOut
  /// Ends the session, and erases the account's data on this device.
  case erasing
}
