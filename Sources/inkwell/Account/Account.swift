import HTTPTransport
import MatrixService

/// Somebody at a server, and where on this device what belongs to them is kept.
struct Account: Equatable {
  let name: AccountName
  let server: HomeserverAddress
  let profile: Profile
  /// Whether the server was told by the id alone.
  var isServerGuessed = false
}

extension Account {
  /// The account that the command line asks for; nil if it asks for none.
  static func find(_ arguments: Arguments) throws(AccountFault) -> Account? {
    guard let name = arguments.login else { return nil }
    guard let folder = PersonalFolder.state.path(ProcessEnvironment.variable) else {
      throw AccountFault(
        sentence: "neither XDG_STATE_HOME nor HOME says where an account is kept",
        status: ExitStatus.cannotCreate)
    }
    return try AccountFinder(folder: folder).find(name, at: arguments.server)
  }

  /// The same account at the server that its domain names.
  func atDiscoveredServer(_ transport: any Transport) async throws(AccountFault) -> Account {
    do throws(LoginError) {
      let found = try await HomeserverDiscovery.homeserver(of: server, transport: transport)
      return Account(
        name: name, server: found, profile: Profile(of: name, at: found), isServerGuessed: found == server)
    } catch {
      throw AccountFault(
        sentence: "\(error); --server URL says where the account is".printable,
        status: ExitStatus.unavailable)
    }
  }
}
