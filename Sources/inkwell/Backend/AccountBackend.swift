import ChatDomain
import ChatUI
import CursesTerminal
import HTTPTransport
import MatrixService

/// An account at a server.
struct AccountBackend: Backend {
  let service: any ChatService
  let connection: (any ConnectionSwitch)?
  let hasTour = false
  let cacheNews: AsyncStream<CacheNews>?
  private let end: @Sendable () async -> Void

  private init(service: MatrixService, end: @escaping @Sendable () async -> Void) {
    self.service = service
    connection = AccountSwitch(service: service)
    self.end = end
    cacheNews = service.cacheNews
  }

  /// Signs in where that is needed, and opens the account without asking anybody where it is not: then the first thing
  /// that the network is needed for comes after the first frame.
  @MainActor
  static func open(
    _ account: Account, showing activity: ShownActivity, clock: any ChatClock, signingIn way: SignInWay,
    sharesDrafts sharing: DraftSharing
  ) async throws(AccountFault) -> AccountBackend {
    // From here on passwords and tokens are in memory.
    CoreDumps.forbid()
    guard let folder = account.profile.folder(ProcessEnvironment.variable) else {
      throw AccountFault(
        sentence: "neither XDG_STATE_HOME nor HOME says where an account is kept",
        status: ExitStatus.cannotCreate)
    }
    let sessionStore = SessionFile(folder: folder)
    let transport = CurlTransport()
    let signIn = SignIn(
      account: account, sessionStore: sessionStore, transport: transport, terminal: way.terminal,
      deviceName: way.deviceName, opensSignedOut: way.opensSignedOut)
    do throws(AccountFault) {
      let session = try await signIn.session()
      let service = MatrixService(
        session: session, sessionStore: sessionStore, folder: folder, transport: transport, clock: clock,
        keepsDrafts: sharing.holds(for: session.user), showing: activity)
      return AccountBackend(service: service) {
        await service.close()
        await transport.close()
      }
    } catch {
      await transport.close()
      throw error
    }
  }

  func fill() async {}
  func talk() async {}
  func close() async { await end() }
}

/// `/offline` for an account.
private struct AccountSwitch: ConnectionSwitch {
  let service: MatrixService

  func setOffline(_ isOffline: Bool) async { await service.setOffline(isOffline) }
}
