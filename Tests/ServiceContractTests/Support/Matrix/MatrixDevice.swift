import ChatDomain
import ChatPlatform
import InMemoryService
import MatrixService
import Synchronization

/// A device of a user. Signing in again starts a new session with the device's stored data.
final class MatrixDevice: Sendable {
  private struct State {
    var service: MatrixService
    var isSignedOut = false
    var disorder: SeededGenerator?
  }

  private let id: DeviceID
  private let user: UserID
  private let name: String?
  private let password: String
  private let folder: String
  private let server: SynapseHere
  private let transport: FaultyTransport
  private let remembered: Int
  /// Drafts of encrypted rooms stay on their device.
  private let encrypts: Bool
  private let state: Mutex<State>

  init(
    _ id: DeviceID, of user: UserID, called name: String?, password: String, folder: String,
    remembering remembered: Int, encrypts: Bool, at server: SynapseHere
  ) async throws {
    self.id = id
    self.user = user
    self.name = name
    self.password = password
    self.folder = folder
    self.server = server
    self.remembered = remembered
    self.encrypts = encrypts
    transport = FaultyTransport(server.transport)
    let session = try await Self.signIn(id, user, password, name, server, transport)
    state = Mutex(
      State(
        service: MatrixService(
          session: session, sessionStore: MemorySessionStore(session), folder: folder, transport: transport,
          clock: RunningClock(), keepsDrafts: !encrypts, encrypts: encrypts, remembering: remembered)))
  }

  var service: MatrixService { state.withLock(\.service) }

  func disturb(_ disturbance: Disturbance) async throws {
    transport.disturb(disturbance)
    switch disturbance {
    case .signedOut: return state.withLock { $0.isSignedOut = true }
    case .disorderedEvents(let seed): return state.withLock { $0.disorder = SeededGenerator(seed: seed) }
    default: break
    }
    guard state.withLock(\.isSignedOut) else { return }
    await service.close()
    let session = try await Self.signIn(id, user, password, name, server, transport)
    let service = MatrixService(
      session: session, sessionStore: MemorySessionStore(session), folder: folder, transport: transport,
      clock: RunningClock(), keepsDrafts: !encrypts, encrypts: encrypts
    )
    state.withLock { $0 = State(service: service) }
  }

  /// The generator for the disorder of the next stream; nil: in order.
  func drawDisorder() -> SeededGenerator? {
    state.withLock { state in
      guard let seed = state.disorder?.next() else { return nil }
      return SeededGenerator(seed: seed)
    }
  }

  private static func signIn(
    _ id: DeviceID, _ user: UserID, _ password: String, _ name: String?, _ server: SynapseHere,
    _ transport: FaultyTransport
  ) async throws -> MatrixSession {
    var session = try await MatrixLogin(at: server.address, transport: transport).signIn(
      user: user.rawValue, password: password, device: id, name: "\(id)")
    session.name = name
    return session
  }
}
