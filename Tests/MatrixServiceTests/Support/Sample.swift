import ChatDomain
import HTTPTransport
import InMemoryService

@testable import MatrixService

/// What the tests are about.
enum Sample {
  static let tokens = SessionTokens(access: "access-0", refresh: "refresh-0")

  static func session(
    _ tokens: SessionTokens = tokens, at server: String = "https://example.org"
  ) throws -> MatrixSession {
    MatrixSession(
      server: try HomeserverAddress(server), user: "@ann:example.org", device: "LAPTOP", tokens: tokens)
  }

  static let room: ChannelID = "!room:example.org"
  /// Of a class of its own each, and of none.
  static func send(_ number: Int = 0) -> MatrixRequest {
    .setState("m.room.topic", key: "\(number)", Array("{}".utf8), in: room)
  }
  static let join = MatrixRequest.join(room)
  static let invite = MatrixRequest.invite("@bob:example.org", to: room)
  static let profile = MatrixRequest.profile(of: "@bob:example.org")
}

/// A connection and everything around it.
struct Desk {
  let sessionStore: MemorySessionStore
  let clock = ManualClock()
  let transport: ScriptedTransport
  let connection: MatrixConnection

  init(_ transport: ScriptedTransport, session: MatrixSession? = nil, kept: MatrixSession? = nil) throws {
    let session = try session ?? Sample.session()
    sessionStore = MemorySessionStore(kept ?? session)
    self.transport = transport
    connection = MatrixConnection(
      session: session, sessionStore: sessionStore, transport: transport, clock: clock)
  }

  /// Why a request fails; nil if it does not.
  func failure(_ request: MatrixRequest, _ context: FailureContext = FailureContext()) async -> ChatError? {
    do throws(ChatError) {
      _ = try await connection.answer(to: request, context)
      return nil
    } catch {
      return error
    }
  }
}
