import ChatDomain
import ChatUI
import Composer
import FileSystem
import HTTPTransport
import MatrixService

/// An account at a server, and the profile that keeps its data on this device.
struct Account: Equatable {
  let name: AccountName
  let server: HomeserverAddress
  let profile: Profile
  /// Whether the server is only guessed from the id.
  var isServerGuessed = false
}

extension Account {
  /// The account that the command line or else the configuration names; nil: none.
  static func find(_ arguments: Arguments, usual: AccountName? = nil) throws(AccountFault) -> Account? {
    // --profile names a profile of the demo.
    guard let name = arguments.login ?? (arguments.profile == nil ? usual : nil) else { return nil }
    guard let finder = AccountFinder.ofThisPerson else { throw .noFolder }
    return try finder.find(name, at: arguments.server)
  }

  /// Whether it can be opened without signing in.
  var isSignedIn: Bool {
    guard let folder = profile.folder(ProcessEnvironment.variable) else { return false }
    do throws(SessionFault) {
      return try SessionFile(folder: folder).load()?.isEnded == false
    } catch {
      return false
    }
  }

  /// The same account at the server that its domain delegates to.
  func atDiscoveredServer(_ transport: any Transport) async throws(AccountFault) -> Account {
    do throws(LoginError) {
      let found = try await HomeserverDiscovery.homeserver(of: server, transport: transport)
      return Account(
        name: name, server: found, profile: Profile(of: name, at: found), isServerGuessed: found == server)
    } catch {
      throw AccountFault(
        sentence: "\(error); give its server with --server URL".printable,
        status: ExitStatus.unavailable)
    }
  }
}

/// Finds the account of a name. Without a server, it searches the accounts that were signed in on this device.
struct AccountFinder {
  /// The folder of all profiles.
  let folder: String

  /// Nil if there is no home.
  static var ofThisPerson: AccountFinder? {
    PersonalFolder.state.path(ProcessEnvironment.variable).map { AccountFinder(folder: $0) }
  }

  /// The maximum number of profiles that are searched.
  private static let mostProfiles = 10_000

  func find(_ name: AccountName, at server: HomeserverAddress?) throws(AccountFault) -> Account {
    if let server { return Account(name: name, server: server, profile: profile(of: name, at: server)) }
    let known = servers(of: name)
    if let only = known.first, known.count == 1 {
      return Account(name: name, server: only, profile: profile(of: name, at: only))
    }
    guard known.isEmpty else {
      let list = known.map { "--server \($0.url)" }.sorted().list("or")
      throw AccountFault(
        sentence: "\(name.text) is signed in at more than one server: add \(list)", status: ExitStatus.usage)
    }
    guard let text = name.server else {
      throw AccountFault(
        sentence:
          "\(name.text) has not signed in here yet: add --server URL, or give the full name, like @\(name.text):example.org",
        status: ExitStatus.usage)
    }
    do throws(HomeserverAddress.Fault) {
      let server = try HomeserverAddress(text)
      return Account(
        name: name, server: server, profile: profile(of: name, at: server), isServerGuessed: true)
    } catch {
      throw AccountFault(sentence: "\(error)", status: ExitStatus.usage)
    }
  }

  /// The profile of an account. An id with capitals keeps the profile without them that an earlier version gave it.
  private func profile(of name: AccountName, at server: HomeserverAddress) -> Profile {
    let profile = Profile(of: name, at: server)
    let earlier = Profile(localpart: name.localpart.lowercased(), at: server)
    guard earlier != profile, let session = session(in: earlier.name), session.user == name.id else {
      return profile
    }
    return earlier
  }

  /// The servers at which an account of this name was signed in.
  private func servers(of name: AccountName) -> [HomeserverAddress] {
    kept().compactMap { profile, session in
      guard self.profile(of: name, at: session.server).name == profile else { return nil }
      return name.id == nil || name.id == session.user ? session.server : nil
    }
  }

  /// The sessions of all accounts that were signed in on this device.
  func sessions() -> [MatrixSession] { kept().map(\.session) }

  private func kept() -> [(profile: String, session: MatrixSession)] {
    profiles().compactMap { profile in session(in: profile).map { (profile, $0) } }
  }

  private func session(in profile: String) -> MatrixSession? {
    do throws(SessionFault) {
      return try SessionFile(folder: "\(folder)/\(profile)").load()
    } catch {
      // A damaged file does not name its server, so the user has to name it.
      return nil
    }
  }

  /// The names of the profiles of accounts.
  private func profiles() -> [String] {
    Array(Folder(folder).names.filter { $0.contains("@") }.prefix(Self.mostProfiles))
  }
}

/// The accounts that were signed in on this device.
struct DeviceAccounts: AccountDirectory {
  let current: AccountPlace
  private let finder: AccountFinder?

  /// - Parameters:
  ///   - account: the account that this run shows; nil: the demo.
  ///   - user: its user id.
  ///   - finder: nil if there is no home.
  init(current account: Account?, user: UserID, finder: AccountFinder?) {
    current = account.map { .account(name: user.rawValue, server: $0.server.url) } ?? .demo
    self.finder = finder
  }

  func accounts() -> [KnownAccount] {
    let sessions = finder?.sessions() ?? []
    return sessions.sorted { ($0.user.rawValue, $0.server.url) < ($1.user.rawValue, $1.server.url) }.map {
      KnownAccount(.account(name: $0.user.rawValue, server: $0.server.url), isSignedIn: !$0.isEnded)
    }
  }

  func place(named text: String) throws(ProgramError) -> AccountPlace? {
    // As on the command line: `@ann:example.org --server https://m.example.org`; the option may be omitted.
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

/// Why an account is not opened, and the exit status.
struct AccountFault: Error, Hashable {
  let sentence: String
  let status: Int32

  static let noFolder = AccountFault(
    sentence: "neither XDG_STATE_HOME nor HOME is set", status: ExitStatus.cannotCreate)
}
