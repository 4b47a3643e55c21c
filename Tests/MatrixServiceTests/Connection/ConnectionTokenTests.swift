import ChatDomain
import HTTPTransport
import InMemoryService
import Synchronization
import Testing

@testable import MatrixService

@Suite("Expired tokens")
struct ConnectionTokenTests {
  let server = TokenServer()

  func desk(_ session: MatrixSession? = nil) throws -> Desk {
    try Desk(ScriptedTransport { [server] (request) in server.answer(request) }, session: session)
  }

  /// A desk whose token has expired and is not renewed before the gate opens.
  private func held() throws -> (Desk, ScriptedTransport, Latch) {
    let gate = Latch()
    let transport = ScriptedTransport { [server] (request) in
      if request.path.hasSuffix("/refresh") { await gate.pass() }
      return server.answer(request)
    }
    let desk = try Desk(transport)
    server.endToken()
    return (desk, transport, gate)
  }

  @Test("Twenty requests with an expired token renew it once")
  func once() async throws {
    let (desk, transport, gate) = try held()
    await withTaskGroup(of: ChatError?.self) { group in
      for _ in 0..<20 { group.addTask { await desk.failure(Sample.profile) } }
      // Twenty with the old token, and the refresh.
      await transport.untilAsked(21)
      gate.open()
      for await failure in group { #expect(failure == nil) }
    }
    #expect(server.refreshes == 1)
    #expect(transport.requests.count == 41)
    #expect(transport.requests.suffix(20).allSatisfy { $0.token == "access-1" })
    #expect(desk.connection.session.tokens.refresh == "refresh-1")
  }

  @Test("New tokens are stored before they are used")
  func savedBefore() async throws {
    let sessionStore = MemorySessionStore(try Sample.session())
    let transport = ScriptedTransport { [server] (request) in
      if let token = request.token { #expect(sessionStore.session?.tokens.access == token) }
      return server.answer(request)
    }
    let connection = MatrixConnection(
      session: try Sample.session(), sessionStore: sessionStore, transport: transport, clock: ManualClock())
    for _ in 0..<3 {
      server.endToken()
      _ = try await connection.answer(to: Sample.profile)
    }
    #expect(sessionStore.saved.map(\.tokens.access) == ["access-1", "access-2", "access-3"])
  }

  @Test("Reading and writing the session on a hanging disk blocks nothing else")
  func ownThread() async throws {
    let sessionStore = MemorySessionStore(try Sample.session())
    let transport = ScriptedTransport { [server] (request) in server.answer(request) }
    let connection = MatrixConnection(
      session: try Sample.session(), sessionStore: sessionStore, transport: transport, clock: ManualClock())
    server.endToken()
    _ = try await connection.answer(to: Sample.profile)
    #expect(sessionStore.queues == ["inkwell.session"])
    let desk = try await ServiceDesk.onHill(1)
    #expect(await desk.service.queue == "inkwell.account")
    await desk.close()
  }

  @Test("Tokens that cannot be stored are not used; the next request stores them without another refresh")
  func unsaved() async throws {
    let desk = try desk()
    let fault = SessionFault.system(errno: 28, path: "/disk")
    server.endToken()
    desk.sessionStore.fail(fault)
    for _ in 0..<2 {
      #expect(await desk.failure(Sample.profile) == .connection(.offline))
      #expect(desk.connection.sessionFault == fault)
      #expect(desk.connection.session.tokens.access == "access-0")
      #expect(desk.sessionStore.session?.tokens.access == "access-0")
    }
    desk.sessionStore.fail(nil)
    #expect(await desk.failure(Sample.profile) == nil)
    #expect(desk.connection.sessionFault == nil)
    #expect(desk.sessionStore.session?.tokens.access == "access-1")
    #expect(server.refreshes == 1)
    #expect(!desk.transport.requests.dropLast().contains { $0.token == "access-1" })
  }

  @Test("A token that expires before its use is refreshed again, but not forever")
  func twice() async throws {
    let desk = try desk()
    server.endToken(andNext: 1)
    #expect(await desk.failure(Sample.profile) == nil)
    #expect(server.refreshes == 2)
    server.endToken(andNext: 1000)
    #expect(await desk.failure(Sample.profile) == .connection(.interrupted))
    #expect(server.refreshes == 5)
    #expect(!desk.connection.isSignedOut)
  }

  @Test(
    "New tokens revoked because of a repeated refresh are refreshed once more",
    arguments: [HTTPResponse.signedOut, .tokenEnded], [true, false])
  func takenAway(refusal: HTTPResponse, isGood: Bool) async throws {
    // Like Synapse: the previous refresh token stays valid until the new ones are used.
    let again = HTTPResponse(200, #"{"access_token":"access-2","refresh_token":"refresh-2"}"#)
    let count = Mutex(0)
    let transport = ScriptedTransport { (request) in
      guard request.path.hasSuffix("/refresh") else {
        return request.token == "access-2" ? .ok : request.token == "access-0" ? .tokenEnded : refusal
      }
      guard request.text.contains("refresh-0") else { return .signedOut }
      return count.withLock { count in
        count += 1
        if count == 1 {
          return HTTPResponse(200, #"{"access_token":"access-1","refresh_token":"refresh-1"}"#)
        }
        return isGood ? again : .signedOut
      }
    }
    let desk = try Desk(transport)
    #expect(await desk.failure(Sample.profile) == (isGood ? nil : .signedOut))
    #expect(desk.connection.isSignedOut == !isGood)
    #expect(count.withLock { $0 } == 2)
    guard isGood else { return }
    #expect(desk.sessionStore.saved.map(\.tokens.access) == ["access-1", "access-2"])
    // From now on the first tokens are gone.
    #expect(await desk.failure(Sample.profile) == nil)
  }

  @Test("Tokens that worked once and are then rejected end the session, and older ones are not tried")
  func takenOnce() async throws {
    let isOver = Mutex(false)
    let transport = ScriptedTransport { [server] (request) in
      isOver.withLock { $0 } ? .signedOut : server.answer(request)
    }
    let desk = try Desk(transport)
    server.endToken()
    #expect(await desk.failure(Sample.profile) == nil)
    isOver.withLock { $0 = true }
    let asked = transport.requests.count
    #expect(await desk.failure(Sample.profile) == .signedOut)
    #expect(transport.requests.count == asked + 1)
  }

  static let refusals = [
    HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#), .signedOut, .tokenEnded,
  ]

  @Test("A rejected refresh token ends the session, and nothing more is sent", arguments: refusals)
  func refused(answer: HTTPResponse) async throws {
    let desk = try desk()
    server.endToken()
    server.refuseRefresh(with: answer)
    #expect(await desk.failure(Sample.profile) == .signedOut)
    #expect(desk.connection.isSignedOut)
    let count = desk.transport.requests.count
    #expect(count == 2)
    for request in [Sample.profile, Sample.send(), .versions] {
      #expect(await desk.failure(request) == .signedOut)
    }
    #expect(desk.transport.requests.count == count)
    // Signing in again reuses the device.
    #expect(desk.sessionStore.session?.isEnded == true)
    #expect(desk.sessionStore.session?.device == "LAPTOP")
  }

  @Test("A session ended by the server is not refreshed, nor one without a refresh token")
  func ended() async throws {
    let hard = try Desk(ScriptedTransport([.success(.signedOut)]))
    #expect(await hard.failure(Sample.profile) == .signedOut)
    let lasting = try Desk(
      ScriptedTransport([.success(.tokenEnded)]),
      session: Sample.session(SessionTokens(access: "a", refresh: nil)))
    #expect(await lasting.failure(Sample.profile) == .signedOut)
    for desk in [hard, lasting] {
      #expect(desk.connection.isSignedOut)
      #expect(desk.transport.requests.count == 1)
    }
  }

  @Test("An ended session sends nothing")
  func endedBefore() async throws {
    var session = try Sample.session()
    session.isEnded = true
    let desk = try desk(session)
    #expect(await desk.failure(Sample.profile) == .signedOut)
    #expect(desk.transport.requests.isEmpty)
  }

  @Test("The end of a session is known even if it cannot be stored")
  func endedUnsaved() async throws {
    let desk = try Desk(ScriptedTransport([.success(.signedOut)]))
    desk.sessionStore.fail(.damaged(path: "x"))
    #expect(await desk.failure(Sample.profile) == .signedOut)
    #expect(desk.connection.isSignedOut)
    #expect(desk.connection.sessionFault == .damaged(path: "x"))
  }

  static let passing: [(Result<HTTPResponse, HTTPError>, ChatError)] = [
    (.failure(.cannotConnect(host: "h")), .connection(.offline)),
    (.failure(.interrupted(.sent)), .connection(.interrupted)),
    (.success(HTTPResponse(503, "")), .connection(.badAnswer(.failure(status: 503, retryAfter: nil)))),
    (.success(HTTPResponse(200, "{}")), .unreadable),
    (.success(HTTPResponse(200, "<html>")), .unreadable),
    (.success(HTTPResponse(200, #"{"access_token":"a\nb"}"#)), .unreadable),
    (.success(HTTPResponse(403, "<html>")), .connection(.interrupted)),
    // If the server temporarily does not refresh tokens, the waiting requests must not fail permanently.
    (.success(HTTPResponse(404, #"{"errcode":"M_UNRECOGNIZED"}"#)), .connection(.interrupted)),
    (.success(HTTPResponse(400, #"{"errcode":"M_UNKNOWN"}"#)), .connection(.interrupted)),
    (.success(HTTPResponse(413, "")), .connection(.interrupted)),
    (.success(.tooMany(60_000)), .connection(.busy(retryAfter: .seconds(60)))),
  ]

  @Test("A refresh that returns no tokens leaves the session as it is", arguments: passing)
  func noTokens(_ sample: (answer: Result<HTTPResponse, HTTPError>, failure: ChatError)) async throws {
    let desk = try Desk(
      ScriptedTransport([.success(.tokenEnded), sample.answer]))
    #expect(await desk.failure(Sample.profile) == sample.failure)
    #expect(!desk.connection.isSignedOut)
    #expect(desk.connection.session == (try Sample.session()))
    #expect(desk.sessionStore.saved.isEmpty)
  }

  @Test("A proxy that asks for a password does not end the session")
  func proxy() async throws {
    let desk = try Desk(ScriptedTransport([.success(HTTPResponse(401, "<html>"))]))
    #expect(await desk.failure(Sample.profile) == .connection(.interrupted))
    #expect(!desk.connection.isSignedOut)
  }

  // MARK: Two programs with one session

  @Test("Tokens renewed by another program are taken from the store", arguments: [false, true])
  func othersTokens(isHard: Bool) async throws {
    let server = server
    let transport = ScriptedTransport { (request) in
      let answer = server.answer(request)
      return answer == .tokenEnded && isHard ? .signedOut : answer
    }
    let new = try Sample.session(SessionTokens(access: "access-1", refresh: "refresh-1"))
    let desk = try Desk(transport, kept: new)
    server.endToken()
    #expect(await desk.failure(Sample.profile) == nil)
    #expect(transport.requests.map(\.token) == ["access-0", "access-1"])
    #expect(desk.connection.session == new)
  }

  @Test("A refresh token rejected because another program was faster does not end the session")
  func quicker() async throws {
    let sessionStore = MemorySessionStore(try Sample.session())
    let new = try Sample.session(SessionTokens(access: "access-1", refresh: "refresh-1"))
    let server = server
    let transport = ScriptedTransport { (request) in
      if request.path.hasSuffix("/refresh") {
        sessionStore.session = new
        return HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)
      }
      return server.answer(request)
    }
    server.endToken()
    let connection = MatrixConnection(
      session: try Sample.session(), sessionStore: sessionStore, transport: transport, clock: ManualClock())
    _ = try await connection.answer(to: Sample.profile)
    #expect(connection.session == new)
    #expect(!connection.isSignedOut)
  }

  @Test("A stored session of another device is not used")
  func othersSession() async throws {
    let other = MatrixSession(
      server: try HomeserverAddress("https://example.org"), user: "@ann:example.org", device: "PHONE",
      tokens: SessionTokens(access: "access-1", refresh: nil))
    let desk = try Desk(ScriptedTransport([.success(.signedOut)]), kept: other)
    #expect(await desk.failure(Sample.profile) == .signedOut)
  }

  // MARK: Cancelled and closed

  @Test("A cancelled request does not wait for the refresh, which continues and is stored")
  func cancelled() async throws {
    let (desk, transport, gate) = try held()
    let first = Task { await desk.failure(Sample.profile) }
    await transport.untilAsked(2)
    first.cancel()
    #expect(await first.value == .cancelled)
    let second = Task { await desk.failure(Sample.profile) }
    await transport.untilAsked(3)
    gate.open()
    #expect(await second.value == nil)
    #expect(desk.sessionStore.session?.tokens.access == "access-1")
    #expect(server.refreshes == 1)
  }

  @Test("Closing waits until tokens in flight are stored, then nothing is sent")
  func close() async throws {
    let (desk, transport, gate) = try held()
    let request = Task { await desk.failure(Sample.profile) }
    await transport.untilAsked(2)
    let closing = Task { await desk.connection.close() }
    await desk.clock.waitForSleepers()
    #expect(desk.sessionStore.saved.isEmpty)
    gate.open()
    await closing.value
    #expect(desk.sessionStore.session?.tokens.access == "access-1")
    #expect(await request.value == .connection(.offline))
    #expect(await desk.failure(Sample.profile) == .connection(.offline))
    #expect(transport.requests.count == 2)
    await desk.connection.close()
  }

  @Test("Closing does not wait forever")
  func closeLate() async throws {
    let (desk, transport, gate) = try held()
    let request = Task { await desk.failure(Sample.profile) }
    await transport.untilAsked(2)
    let closing = Task { await desk.connection.close() }
    await desk.clock.waitForSleepers()
    desk.clock.advance(by: .seconds(5))
    await closing.value
    gate.open()
    #expect(await request.value == .connection(.offline))
  }
}
