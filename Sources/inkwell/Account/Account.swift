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
  /// The account that the command line asks for or, where it asks for nothing, the configuration; nil for none.
  static func find(_ arguments: Arguments, usual: AccountName? = nil) throws(AccountFault) -> Account? {
    // A profile of one's own is the demo's.
    guard let name = arguments.login ?? (arguments.profile == nil ? usual : nil) else { return nil }
    guard let finder = AccountFinder.ofThisPerson else {
      throw AccountFault(
        sentence: "neither XDG_STATE_HOME nor HOME says where an account is kept",
        status: ExitStatus.cannotCreate)
    }
    return try finder.find(name, at: arguments.server)
  }

  /// Whether opening it asks for nothing.
  var isSignedIn: Bool {
    guard let folder = profile.folder(ProcessEnvironment.variable) else { return false }
    do throws(SessionFault) {
      return try SessionFile(folder: folder).load()?.isEnded == false
    } catch {
      return false
    }
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
