import ChatDomain
import HTTPTransport
import InMemoryService
import Testing

@testable import MatrixService

@Suite("Rate limits")
struct ConnectionRateTests {
  /// A server that rejects events this many times in a row and accepts everything else.
  func desk(_ refusals: [HTTPResponse]) throws -> Desk {
    let answers = ScriptedTransport(refusals.map { .success($0) } + [.success(.ok)])
    return try Desk(
      ScriptedTransport { (request) throws(HTTPError) in
        guard request.path.contains("/state/") else { return .ok }
        return try await answers.answer(to: request)
      })
  }

  @Test("The request waits for the time given by the server, then is resent")
  func waits() async throws {
    let desk = try desk([.tooMany(4532)])
    let request = Task { await desk.failure(Sample.send()) }
    await desk.clock.waitForSleepers()
    #expect(desk.clock.nextDeadline == desk.clock.now + .milliseconds(4532))
    desk.clock.advance(by: .milliseconds(4531))
    #expect(desk.transport.requests.count == 1)
    desk.clock.advance(by: .milliseconds(1))
    #expect(await request.value == nil)
    #expect(desk.transport.requests.count == 2)
  }

  @Test("All requests of the class wait, others do not")
  func byClass() async throws {
    let desk = try desk([.tooMany(5000)])
    let first = Task { await desk.failure(Sample.send(1)) }
    await desk.clock.waitForSleepers(1)
    let second = Task { await desk.failure(Sample.send(2)) }
    await desk.clock.waitForSleepers(2)
    for request in [Sample.join, Sample.invite, Sample.profile] {
      #expect(await desk.failure(request) == nil)
    }
    #expect(desk.transport.requests.count == 4)
    desk.clock.advance(by: .seconds(5))
    #expect(await first.value == nil)
    #expect(await second.value == nil)
  }

  @Test("A request without a class waits per endpoint")
  func withoutClass() async throws {
    let desk = try Desk(
      ScriptedTransport { (request) in request.path.contains("/profile/") ? .tooMany(60_000) : .ok })
    #expect(await desk.failure(Sample.profile) == .connection(.busy(retryAfter: .seconds(60))))
    #expect(await desk.failure(.sync(since: nil, filter: SyncFilter())) == nil)
    #expect(await desk.failure(Sample.profile) == .connection(.busy(retryAfter: .seconds(60))))
    #expect(desk.transport.requests.count == 2)
  }

  @Test("A wait over ten seconds is an error with the remaining time")
  func tooLong() async throws {
    let desk = try desk([.tooMany(60_000)])
    #expect(await desk.failure(Sample.send()) == .connection(.busy(retryAfter: .seconds(60))))
    desk.clock.advance(by: .seconds(20))
    #expect(await desk.failure(Sample.send()) == .connection(.busy(retryAfter: .seconds(40))))
    #expect(desk.transport.requests.count == 1)
    desk.clock.advance(by: .seconds(31))
    let late = Task { await desk.failure(Sample.send()) }
    await desk.clock.waitForSleepers()
    desk.clock.advance(by: .seconds(9))
    #expect(await late.value == nil)
  }

  @Test("Waits add up: after eight seconds a request does not wait three more")
  func inAll() async throws {
    let desk = try desk([.tooMany(8000), .tooMany(3000)])
    let request = Task { await desk.failure(Sample.send()) }
    await desk.clock.waitForSleepers()
    desk.clock.advance(by: .seconds(8))
    #expect(await request.value == .connection(.busy(retryAfter: .seconds(3))))
    #expect(desk.transport.requests.count == 2)
  }

  @Test("Without a given time a request is retried after one, two and four seconds, then fails")
  func unnamed() async throws {
    let desk = try desk(Array(repeating: .tooMany(nil), count: 4))
    let request = Task { await desk.failure(Sample.send()) }
    for seconds in [1, 2, 4] {
      await desk.clock.waitForSleepers()
      #expect(desk.clock.nextDeadline == desk.clock.now + .seconds(seconds))
      desk.clock.advance(by: .seconds(seconds))
    }
    #expect(await request.value == .connection(.busy(retryAfter: .seconds(8))))
    desk.clock.advance(by: .seconds(8))
    #expect(await desk.failure(Sample.send()) == nil)
  }

  @Test("The time to wait can also come in Retry-After, without one in the body")
  func header() async throws {
    let desk = try desk([HTTPResponse(429, "", retryAfter: "5")])
    let request = Task { await desk.failure(Sample.send()) }
    await desk.clock.waitForSleepers()
    desk.clock.advance(by: .seconds(5))
    #expect(await request.value == nil)
  }

  @Test("A request cancelled while waiting is not resent")
  func cancelled() async throws {
    let desk = try desk([.tooMany(5000)])
    let request = Task { await desk.failure(Sample.send()) }
    await desk.clock.waitForSleepers()
    request.cancel()
    #expect(await request.value == .cancelled)
    #expect(desk.transport.requests.count == 1)
    #expect(desk.clock.sleeperCount == 0)
  }

  @Test("A token refresh waits too, and so do all requests that need it")
  func renewal() async throws {
    let server = TokenServer()
    let desk = try Desk(ScriptedTransport { (request) in server.answer(request) })
    server.endToken()
    server.refuseRefresh(with: .tooMany(2000))
    let request = Task { await desk.failure(Sample.profile) }
    await desk.clock.waitForSleepers()
    server.refuseRefresh(with: nil)
    desk.clock.advance(by: .seconds(2))
    #expect(await request.value == nil)
    #expect(server.refreshes == 1)
  }
}
