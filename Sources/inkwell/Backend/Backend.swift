import ChatControllers
import ChatDomain
public import ChatUI
import CursesTerminal
import HTTPTransport
import InMemoryService
public import MatrixService

/// The service of a run: the demo in this process, or an account at a server.
protocol Backend: Sendable {
  var service: any ChatService { get }
  /// The connection that `/offline` switches; nil if there is none.
  var connection: (any ConnectionSwitch)? { get }
  /// Whether a tour of the program makes sense here.
  var hasTour: Bool { get }

  /// Faults of the cache, for the user.
  var cacheNews: AsyncStream<CacheNews>? { get }

  /// Prepares the service, after the first frame and before the first request.
  ///
  /// - Parameter channels: the channels that this device knows from earlier runs.
  func fill(keeping channels: [ChannelSummary]) async
  /// Acts for other people, until the task is cancelled.
  func talk() async
  /// Finishes everything that the end of the process must not cut off.
  func close() async
}

/// An account at a server.
struct AccountBackend: Backend {
  let service: any ChatService
  let connection: (any ConnectionSwitch)?
  let hasTour = false
  let cacheNews: AsyncStream<CacheNews>?
  private let end: @Sendable () async -> Void

  private init(service: MatrixService, end: @escaping @Sendable () async -> Void) {
    self.service = service
    connection = service
    self.end = end
    cacheNews = service.cacheNews
  }

  /// Opens the account, and signs in only if there is no session. With a session, nothing before the first frame needs the
  /// network.
  @MainActor
  static func open(
    _ account: Account, showing activity: ShownActivity, clock: any ChatClock, signingIn way: SignInWay,
    sharesDrafts sharing: DraftSharing
  ) async throws(AccountFault) -> AccountBackend {
    // From here on passwords and tokens are in memory.
    CoreDumps.forbid()
    guard let folder = account.profile.folder(ProcessEnvironment.variable) else { throw .noFolder }
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

  func fill(keeping channels: [ChannelSummary]) async {}
  func talk() async {}
  func close() async { await end() }
}

/// `/offline` for an account.
extension MatrixService: ConnectionSwitch {}

/// The service in this process, with scripted people who answer.
struct Demo {
  private let town: InMemoryChatService
  private let device: InMemoryDevice
  private let user: UserID
  private let peers: ScriptedPeers
  /// Loads the messages of the last days, while the main thread opens the profile and draws the first frame.
  private let filling: Task<Void, Never>

  init(clock: any ChatClock, seed: UInt64, isQuiet: Bool, showing activity: ShownActivity) async {
    // 500 events are enough: the only device is in this process, and never far behind.
    town = InMemoryChatService(
      clock: clock, seed: seed, configuration: ServiceConfiguration(eventLogCapacity: 500))
    let localTime = LocalTime { LocalCalendar().secondsFromUTC($0) }
    let fixtures = DemoFixtures(seed: seed, localTime: localTime)
    user = fixtures.user.id
    // The name is shown before the demo is loaded.
    await town.add(fixtures.user)
    device = await town.device(user: fixtures.user.id, id: "terminal").showing(activity)
    peers = ScriptedPeers(
      service: town, user: fixtures.user, pace: isQuiet ? .quiet : .lively, seed: seed, localTime: localTime)
    filling = Task.detached { [town] in
      do throws(ChatError) {
        try await fixtures.load(into: town)
      } catch {
        // Cannot fail: the fixtures are ours, and an empty service accepts them.
        fatalError("the demo cannot be set up: \(error)")
      }
    }
  }

  /// Messages start over with each run, channels do not: what was written in a channel of an earlier run must have its place.
  func fill(keeping channels: [ChannelSummary]) async {
    await filling.value
    await town.restore(channels, of: user)
  }

  /// Lets the demo's people talk until the task is cancelled.
  func talk() async { await peers.run() }
}

extension Demo: Backend {
  var service: any ChatService { device }
  var connection: (any ConnectionSwitch)? { self }
  var hasTour: Bool { true }
  var cacheNews: AsyncStream<CacheNews>? { nil }

  /// The demo keeps nothing outside of this process.
  func close() async {}
}

extension Demo: ConnectionSwitch {
  func setOffline(_ isOffline: Bool) async { await device.setFaults(isOffline ? .offline : .none) }
}
