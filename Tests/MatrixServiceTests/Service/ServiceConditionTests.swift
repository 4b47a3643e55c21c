import ChatDomain
import HTTPTransport
import InMemoryService
import TestSupport
import Testing

@testable import MatrixService

@Suite("The connection's state")
struct ServiceConditionTests {
  private func until(
    _ desk: ServiceDesk, _ isWanted: (ServiceCondition) -> Bool
  ) async -> ServiceCondition? {
    for await condition in desk.service.conditions() where isWanted(condition) { return condition }
    return nil
  }

  @Test("It connects, loads everything, and is online")
  func first() async throws {
    let server = Homeserver()
    server.happen(Said.foundation())
    let desk = try ServiceDesk(server)
    #expect(desk.service.condition == ServiceCondition(.connecting))
    let latch = Latch()
    server.hold("/sync", at: latch)
    let service = desk.service
    let first = Task { try await service.currentEventToken() }
    await latch.untilHeld()
    #expect(desk.service.condition.link == .catchingUp(.unknown))
    server.release()
    latch.open()
    _ = try await first.value
    #expect(desk.service.condition.link == .online)
    await desk.close()
  }

  @Test("While a long answer is applied, the remaining channels are counted")
  func rooms() async throws {
    let server = Homeserver(limit: 50)
    for room in 0..<60 {
      let id = ChannelID("!room\(room):example.org")
      server.happen(Said.foundation(of: "Room \(room)"), in: id)
      server.happen((0..<40).map { Said.text("$\(room)-\($0)", "words", at: $0) }, in: id)
    }
    let desk = try ServiceDesk(server)
    let service = desk.service
    let told = Task {
      var told: [CatchingUp] = []
      for await condition in service.conditions() {
        if case .catchingUp(let rest) = condition.link { told.append(rest) }
        if condition.link == .online { break }
      }
      return told
    }
    _ = try await service.currentEventToken()
    // A slow reader may miss some counts, but they never increase.
    let counts = await told.value.compactMap(\.channelsLeft)
    #expect(counts == counts.sorted(by: >) && counts.allSatisfy { (0...60).contains($0) })
    #expect(desk.service.condition.link == .online)
    await desk.close()
  }

  @Test("Channels with a gap being filled count too")
  func gaps() async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    let latch = Latch()
    desk.server.hold("/messages", at: latch)
    desk.server.happen((3..<40).map { Said.text("$\($0)", "message \($0)", at: $0) })
    let service = desk.service
    let asking = Task { try await service.currentEventToken() }
    await latch.untilHeld()
    #expect(desk.service.condition.link == .catchingUp(CatchingUp(channelsLeft: 1, of: 1)))
    desk.server.release()
    latch.open()
    _ = try await asking.value
    #expect(await until(desk) { $0.link == .online } != nil)
    await desk.close()
  }

  @Test("A connection lost while filling gaps is offline and no longer catching up")
  func cutOff() async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    desk.server.happen(Said.foundation(of: "Lake"), in: Said.lake)
    _ = try await desk.service.currentEventToken()
    let latch = Latch()
    desk.server.hold("/messages", at: latch)
    for room in [Said.hill, Said.lake] {
      desk.server.happen((3..<40).map { Said.text("$\(room)\($0)", "message \($0)", at: $0) }, in: room)
    }
    let service = desk.service
    let asking = Task {
      await failure { () async throws(ChatError) in try await service.currentEventToken() }
    }
    await latch.untilHeld()
    guard case .catchingUp = desk.service.condition.link else { throw Unexpected(desk.service.condition) }
    await desk.service.setOffline(true)
    desk.server.release()
    latch.open()
    _ = await asking.value
    guard case .offline = desk.service.condition.link else { throw Unexpected(desk.service.condition) }
    await desk.close()
  }

  @Test(
    "The time since it is offline survives a restart, also after a kill",
    arguments: [true, false])
  func kept(isClosed: Bool) async throws {
    let desk = try await ServiceDesk.onHill(1)
    desk.clock.advance(by: .seconds(50))
    desk.server.happen(Said.text("$1", "one", at: 1))
    _ = try await desk.service.currentEventToken()
    let answered = desk.clock.now
    if isClosed { await desk.close() }
    desk.clock.advance(by: .seconds(86_400))
    let server = Homeserver()
    server.fail("/", .failure(.cannotConnect(host: "example.org")), times: 1000)
    let again = try ServiceDesk(server, on: desk.folder, clock: desk.clock)
    let error = await failure { () async throws(ChatError) in try await again.service.channels(ListQuery()) }
    #expect(error == .connection(.offline))
    #expect(again.service.condition.link == .offline(since: answered))
    await again.close()
    if !isClosed { await desk.close() }
  }

  @Test("A service that was never online has no offline time")
  func never() async throws {
    let server = Homeserver()
    server.fail("/", .failure(.cannotConnect(host: "example.org")), times: 1000)
    let desk = try ServiceDesk(server)
    _ = await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
    #expect(desk.service.condition.link == .offline(since: nil))
    await desk.close()
  }

  @Test("A rate-limited sync is not a lost connection, and its wait is reported")
  func limited() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    await desk.server.until { $0.contains { $0.url.contains("timeout=30000") } }
    desk.server.fail("/sync", .answer(.tooMany(40_000)), times: 3)
    desk.server.happen(Said.text("$1", "one", at: 1))
    #expect(await events.next().first?.event.gist == "created $1")
    guard case .connection(.busy(let wait?))? = await events.end() else {
      throw Unexpected("the stream ended for another reason")
    }
    #expect(wait > .seconds(30))
    #expect(desk.service.condition == ServiceCondition(.online, limitedUntil: desk.clock.now + .seconds(40)))
    await desk.close()
  }

  @Test(
    "An invalid sync answer reports that instead of offline, until one succeeds",
    arguments: [
      (.answer(HTTPResponse(500, "{}")), .failure(status: 500, retryAfter: nil)),
      (.answer(HTTPResponse(503, "", retryAfter: "7")), .failure(status: 503, retryAfter: .seconds(7))),
      (.answer(HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)), .failure(status: 404, retryAfter: nil)),
      (.answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)), .failure(status: 403, retryAfter: nil)),
      (.answer(HTTPResponse(404, "<html>")), .unreadable),
      (.answer(HTTPResponse(200, "<html>")), .unreadable),
      (.answer(HTTPResponse(200, #"{"next_batch":"#)), .unreadable), (.failure(.invalidAnswer), .unreadable),
      (.failure(.answerTooLarge(limit: 64 << 20)), .tooLarge(limit: 64 << 20)),
    ] as [(Homeserver.Fault, ChatError.AnswerFault)])
  func failing(fault: Homeserver.Fault, meaning: ChatError.AnswerFault) async throws {
    let desk = try await ServiceDesk.onHill(1)
    desk.server.fail("timeout=0", fault)
    let error = await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
    #expect(error == .connection(.badAnswer(meaning)))
    #expect(desk.service.condition.link == .failing(meaning))
    _ = try await desk.service.currentEventToken()
    #expect(desk.service.condition.link == .online)
    await desk.close()
  }

  @Test("A late answer does not restore an ended session")
  func lateAnswer() {
    let report = LinkReport(clock: ManualClock())
    report.fail(.signedOut)
    report.catchUp(CatchingUp(channelsLeft: 1, of: 2))
    report.succeed()
    #expect(report.teller.condition.link == .signedOut)
  }

  @Test("A very short wait is not reported, a longer one is kept")
  func waits() {
    let clock = ManualClock()
    let report = LinkReport(clock: clock)
    report.recordLimit(for: .milliseconds(500))
    #expect(report.teller.condition.limitedUntil == nil)
    report.recordLimit(for: .seconds(30))
    report.recordLimit(for: .seconds(5))
    #expect(report.teller.condition.limitedUntil == clock.now + .seconds(30))
  }

  @Test("Going offline by choice is reported at once, online after an answer")
  func chosen() async throws {
    let desk = try await ServiceDesk.onHill(1)
    await desk.service.setOffline(true)
    #expect(desk.service.condition.link == .offline(since: desk.clock.now))
    await desk.service.setOffline(false)
    _ = try await desk.service.currentEventToken()
    #expect(desk.service.condition.link == .online)
    await desk.close()
  }

  @Test("Signed out stays signed out, whatever else fails")
  func signedOut() async throws {
    let desk = try await ServiceDesk.onHill(1)
    // The loop sends requests as well, so either may get the first refusal.
    desk.server.fail("/sync", .answer(.signedOut), times: 20)
    desk.server.fail("/refresh", .answer(.signedOut))
    _ = await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
    #expect(desk.service.condition.link == .signedOut)
    await desk.service.setOffline(true)
    #expect(desk.service.condition.link == .signedOut)
    await desk.close()
  }

  private static func held(_ status: Int, _ code: String) -> Homeserver.Fault {
    .answer(HTTPResponse(status, #"{"errcode":"\#(code)","error":"?","soft_logout":true}"#))
  }

  @Test("A suspended account can read, and reading does not clear the suspension")
  func suspended() async throws {
    let desk = try await ServiceDesk.onHill(1)
    desk.server.fail("/send/", Self.held(403, "M_USER_SUSPENDED"))
    let message = NewMessage(transactionId: "t", channelId: Said.hill, markup: "words")
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.send(message) }
        == .held(.suspended))
    #expect(desk.service.condition == ServiceCondition(.online, hold: .suspended))
    desk.server.happen(Said.text("$1", "one", at: 1))
    _ = try await desk.service.currentEventToken()
    #expect(desk.service.condition == ServiceCondition(.online, hold: .suspended))
    // Afterwards the same message is sent.
    _ = try await desk.service.send(message)
    #expect(desk.service.condition == ServiceCondition(.online))
    await desk.close()
  }

  @Test(
    "A locked account keeps its session, and the first sync answer ends the hold",
    arguments: [
      (401, "M_USER_LOCKED", AccountHold.locked), (403, "M_EXPIRED_ACCOUNT", .expired),
      (403, "M_RESOURCE_LIMIT_EXCEEDED", .serviceLimit(contact: nil)),
    ])
  func locked(_ sample: (status: Int, code: String, hold: AccountHold)) async throws {
    let desk = try await ServiceDesk.onHill(1)
    // The loop sends requests as well, so either may get the first refusal.
    desk.server.fail("/sync", Self.held(sample.status, sample.code), times: 20)
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
        == .held(sample.hold))
    #expect(desk.service.condition.hold == sample.hold)
    if case .offline = desk.service.condition.link {} else { Issue.record("\(desk.service.condition)") }
    // No token refresh, and no new sign-in.
    #expect(!desk.server.requests.contains { $0.path.hasSuffix("/refresh") })
    for _ in 0..<20 {
      _ = await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
    }
    _ = try await desk.service.currentEventToken()
    #expect(desk.service.condition == ServiceCondition(.online))
    await desk.close()
  }

  @Test(
    "One refused request is cleared only by that request or by a visible action")
  func readingHeld() {
    let report = LinkReport(clock: ManualClock())
    let others: [MatrixRequest] = [.versions, .loginFlows, .presence(of: Said.ben), .createMedia]
    for proof in [.profile(of: Said.ben), .join(Said.hill)] as [MatrixRequest] {
      report.record(.suspended, by: .profile(of: Said.ben))
      for other in others { report.recordSuccess(of: other) }
      #expect(report.teller.condition.hold == .suspended)
      report.recordSuccess(of: proof)
      #expect(report.teller.condition.hold == nil)
    }
  }

  @Test(
    "Each refused request must succeed again; a sync clears all refused reads")
  func severalHeld() {
    let report = LinkReport(clock: ManualClock())
    for request in [.profile(of: Said.ben), .mediaLimits, .createMedia] as [MatrixRequest] {
      report.record(.suspended, by: request)
    }
    report.recordSuccess(of: .mediaLimits)
    #expect(report.teller.condition.hold == .suspended)
    report.recordSuccess(of: .profile(of: Said.ben))
    #expect(report.teller.condition.hold == nil)
    // Profiles are refused, but syncs succeed.
    let sync = MatrixRequest.sync(since: nil, filter: SyncFilter())
    for request in [.profile(of: Said.ben), sync, .createMedia] { report.record(.locked, by: request) }
    report.recordSuccess(of: sync)
    #expect(report.teller.condition.hold == nil)
    // A successful read does not clear refused writes.
    for request in [.createMedia, .leave(Said.hill)] as [MatrixRequest] {
      report.record(.suspended, by: request)
    }
    report.recordSuccess(of: .createMedia)
    #expect(report.teller.condition.hold == .suspended)
    report.recordSuccess(of: .leave(Said.hill))
    #expect(report.teller.condition.hold == nil)
  }
}
