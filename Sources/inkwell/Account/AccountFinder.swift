import FileSystem
import MatrixService

/// Finds out which account is meant: with a server it is clear, without one it is looked for among those that were
/// signed in on this device.
struct AccountFinder {
  /// The folder of all profiles.
  let folder: String

  /// Nil if there is no home.
  static var ofThisPerson: AccountFinder? {
    PersonalFolder.state.path(ProcessEnvironment.variable).map { AccountFinder(folder: $0) }
  }

  /// More profiles than anybody has.
  private static let mostProfiles = 10_000

  func find(_ name: AccountName, at server: HomeserverAddress?) throws(AccountFault) -> Account {
    if let server { return Account(name: name, server: server, profile: Profile(of: name, at: server)) }
    let known = servers(of: name)
    if let only = known.first, known.count == 1 {
      return Account(name: name, server: only, profile: Profile(of: name, at: only))
    }
    guard known.isEmpty else {
      let list = known.map { "--server \($0.url)" }.sorted().alternatives
      throw AccountFault(
        sentence: "\(name.text) is signed in at more than one server: add \(list)", status: ExitStatus.usage)
    }
    guard let text = name.server else {
      throw AccountFault(
        sentence:
          "\(name.text) was not signed in here yet: add --server URL, or give the whole name, like @\(name.text):example.org",
        status: ExitStatus.usage)
    }
    do throws(HomeserverAddress.Fault) {
      let server = try HomeserverAddress(text)
      return Account(
        name: name, server: server, profile: Profile(of: name, at: server), isServerGuessed: true)
    } catch {
      throw AccountFault(sentence: "\(error)", status: ExitStatus.usage)
    }
  }

  /// Where somebody of this name is signed in.
  private func servers(of name: AccountName) -> [HomeserverAddress] {
    kept().compactMap { profile, session in
      guard Profile(of: name, at: session.server).name == profile else { return nil }
      return name.id == nil || name.id == session.user ? session.server : nil
    }
  }

  /// Everybody who was signed in on this device.
  func sessions() -> [MatrixSession] { kept().map(\.session) }

  private func kept() -> [(profile: String, session: MatrixSession)] {
    profiles().compactMap { profile in
      do throws(SessionFault) {
        return try SessionFile(folder: "\(folder)/\(profile)").load().map { (profile, $0) }
      } catch {
        // It does not say any more where it belongs; whoever means it has to.
        return nil
      }
    }
  }

  /// The names of the profiles that belong to accounts.
  private func profiles() -> [String] {
    Array(Folder(folder).names.filter { $0.contains("@") }.prefix(Self.mostProfiles))
  }
}
