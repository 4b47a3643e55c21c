import ChatDomain
import HTTPTransport
import InMemoryService
import JSON
import Testing

@testable import MatrixService

/// An unusable answer, event or room does not affect the others.
@Suite("Unusable answers")
struct ServiceBadAnswerTests {
  static let failing = HTTPResponse(500, #"{"errcode":"M_UNKNOWN","error":"Internal server error"}"#)
  static let proxy = HTTPResponse(403, "<html>")
  static let garbled = HTTPResponse(200, #"{"chunk":[{"#)

  private static func receipts(_ ids: some Sequence<String>) -> String {
    let content = ids.map { #""\#($0)":{"m.read":{"@ann:example.org":{"ts":1}}}"# }
    return #"{"type":"m.receipt","content":{\#(content.joined(separator: ","))}}"#
  }

  // MARK: Syncs

  @Test("An event nested too deeply is shown, with those before and after")
  func deep() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    let levels = String(repeating: #"{"a":["#, count: 400) + String(repeating: "]}", count: 400)
    desk.server.happen(Said.text("$1", "one", at: 1))
    desk.server.happen(
      Said.event(
        "$deep", "m.room.message", by: Said.ben, at: 2, #"{"msgtype":"m.text","body":"deep","x":\#(levels)}"#)
    )
    desk.server.happen(Said.text("$2", "two", at: 3))
    _ = try await desk.service.currentEventToken()
    #expect(await events.next(3).map(\.event.gist) == ["created $1", "created $deep", "created $2"])
    await desk.close()
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    let found = try await again.service.messages(MessageQuery(channelId: Said.hill, limit: 3))
    #expect(found.elements.map(\.text) == ["one", "deep", "two"])
    await again.close()
  }

  @Test(
    "After three unreadable answers to one token it starts over, then less and less often"
  )
  func unreadable() async throws {
    let desk = try await ServiceDesk.onHill(1)
    await desk.server.until { $0.contains { $0.url.contains("timeout=30000") } }
    func ask() async -> ChatError? {
      await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
    }
    func beginnings() -> Int {
      desk.server.requests.count { $0.url.contains("/sync") && !$0.url.contains("since=") }
    }
    desk.server.fail("timeout=0", .answer(HTTPResponse(200, "{\"next_batch\":")), times: 3)
    #expect(await ask() != nil)
    #expect(await ask() != nil)
    #expect(beginnings() == 1)
    #expect(await ask() == nil)
    #expect(beginnings() == 2)
    desk.server.fail("timeout=0", .answer(HTTPResponse(200, "{}")), times: 6)
    for _ in 0..<5 { #expect(await ask() != nil) }
    #expect(await ask() == nil)
    #expect(beginnings() == 3)
    let page = try await desk.service.messages(MessageQuery(channelId: Said.hill))
    #expect(page.elements.contains { $0.id == "$0" })
    await desk.close()
  }

  @Test("At most 64 MB of a sync are read, and after three larger ones it starts over with less")
  func tooLarge() async throws {
    let desk = try await ServiceDesk.onHill(1)
    await desk.server.until { $0.contains { $0.url.contains("timeout=30000") } }
    let syncs = desk.server.requests.filter { $0.url.contains("/sync") }
    #expect(syncs.allSatisfy { $0.destination == .memory(limit: 64 << 20) })
    desk.server.fail("since=", .failure(.answerTooLarge(limit: 64 << 20)), times: 3)
    for attempt in 1...3 {
      let error = await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
      #expect(error == (attempt < 3 ? .connection(.badAnswer(.tooLarge(limit: 64 << 20))) : nil))
    }
    let page = try await desk.service.messages(MessageQuery(channelId: Said.hill))
    #expect(page.elements.contains { $0.id == "$0" })
    await desk.close()
  }

  // MARK: Receipts

  static let useless: [Homeserver.Fault] = [
    .answer(failing), .answer(proxy), .answer(garbled), .failure(.cannotConnect(host: "example.org")),
    .failure(.timedOut(.sent)), .failure(.interrupted(.sent)),
  ]

  @Test("A receipt for an unavailable message delays nothing", arguments: useless)
  func receipt(fault: Homeserver.Fault) async throws {
    let desk = try await ServiceDesk.onHill(60, limit: 5)
    desk.server.fail("/event/", fault, times: 1000)
    desk.server.tell(ephemeral: Self.receipts(["$gone", "$lost"]))
    desk.server.happen(Said.text("$60", "sixty", at: 60))
    let found = try await desk.service.messages(MessageQuery(channelId: Said.hill, limit: 1))
    #expect(found.elements.map(\.id) == ["$60"])
    #expect(desk.server.count("/event/") >= 1)
    await desk.close()
  }

  @Test("Of many receipts for unknown messages only some are requested")
  func manyReceipts() async throws {
    let desk = try await ServiceDesk.onHill(60, limit: 5)
    desk.server.tell(ephemeral: Self.receipts((0..<300).map { "$unknown-\($0)" }))
    _ = try await desk.service.currentEventToken()
    #expect(desk.server.count("/event/") == 20)
    await desk.close()
  }

  @Test("Looking up receipts is limited in time")
  func slowReceipts() async throws {
    let desk = try await ServiceDesk.onHill(60, limit: 5)
    let latch = Latch()
    desk.server.hold("/event/", at: latch)
    desk.server.tell(ephemeral: Self.receipts((0..<15).map { "$unknown-\($0)" }))
    let service = desk.service
    let asking = Task { try await service.currentEventToken() }
    await desk.server.until { $0.contains { $0.url.contains("/event/") } }
    desk.clock.advance(by: .seconds(11))
    latch.open()
    _ = try await asking.value
    #expect(desk.server.count("/event/") == 1)
    #expect(
      desk.server.requests.filter { $0.url.contains("/event/") }.allSatisfy {
        $0.patience == Patience(total: .seconds(10))
      })
    await desk.close()
  }

  @Test("A read position whose message is temporarily unavailable is requested again")
  func unresolved() async throws {
    let desk = try await ServiceDesk.onHill(60, limit: 5)
    desk.server.fail("/event/", .answer(Self.failing), times: 2)
    desk.server.tell(ephemeral: Self.receipts(["$5"]))
    let bound = try await desk.service.markRead(Said.hill, upTo: Timetoken(0)).lastRead
    #expect(desk.server.count("/event/") == 2)
    let exact = try await desk.service.markRead(Said.hill, upTo: Timetoken(0)).lastRead
    #expect(try #require(exact) < #require(bound))
    #expect(try await desk.service.message("$5", in: Said.hill).timetoken == exact)
    await desk.close()
  }

  // MARK: Gaps

  @Test(
    "A room whose history is unavailable is cut, and others continue",
    arguments: [failing, garbled])
  func unfilled(answer: HTTPResponse) async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    let events = EventTap(try await desk.service.events(after: nil))
    desk.server.fail("/messages", .answer(answer))
    desk.server.happen((3..<40).map { Said.text("$\($0)", "message \($0)", at: $0) })
    #expect(await events.end() == .eventsGone)
    let found = try await desk.service.messages(MessageQuery(channelId: Said.hill, limit: 3))
    #expect(found.elements.map(\.id) == ["$37", "$38", "$39"])
    await desk.close()
  }

  @Test("A gap interrupted by the connection is retried, but not forever")
  func brokenOff() async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    await desk.server.until { $0.contains { $0.url.contains("timeout=30000") } }
    let latch = Latch()
    desk.server.hold("timeout=30000", at: latch)
    desk.server.happen((3..<40).map { Said.text("$\($0)", "message \($0)", at: $0) })
    func ask() async -> ChatError? {
      await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
    }
    desk.server.fail("/messages", .answer(Self.proxy), times: 3)
    #expect(await ask() == .connection(.interrupted))
    #expect(await ask() == .connection(.interrupted))
    #expect(await ask() == nil)
    let found = try await desk.service.messages(MessageQuery(channelId: Said.hill, limit: 3))
    #expect(found.elements.map(\.id) == ["$37", "$38", "$39"])
    latch.open()
    await desk.close()
  }

  @Test("Filling gaps is limited in time: the rest is cut")
  func slowGaps() async throws {
    let server = Homeserver(limit: 5)
    let rooms = (0..<4).map { ChannelID("!room-\($0):example.org") }
    for room in rooms { server.happen(Said.foundation(), in: room) }
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    let latch = Latch()
    server.hold("/messages", at: latch)
    server.hold("timeout=30000", at: Latch())
    for room in rooms {
      server.happen((0..<20).map { Said.text("$\($0)", "message \($0)", at: $0) }, in: room)
    }
    let service = desk.service
    let asking = Task { try await service.currentEventToken() }
    await server.until { $0.contains { $0.url.contains("/messages") } }
    desk.clock.advance(by: .seconds(61))
    latch.open()
    _ = try await asking.value
    #expect(server.count("/messages") == 1)
    await desk.close()
  }

  @Test("A timeline with a gap but no token to fill it is cut, not shown as complete")
  func noWayBack() async throws {
    let desk = try await ServiceDesk.onHill(3)
    let token = try await desk.service.currentEventToken()
    let part = SyncText.Joined(events: [Said.text("$9", "nine", at: 9)], isLimited: true)
    desk.server.fail("timeout=0", .answer(HTTPResponse(200, SyncText(part).text(next: "s10"))))
    _ = try await desk.service.currentEventToken()
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.events(after: token) }
        == .eventsGone)
    await desk.close()
  }

  @Test("A server that pages past the end of a gap is stopped at the first known message")
  func noEnd() async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    let events = EventTap(try await desk.service.events(after: nil))
    let said = (0..<20).map { Said.text("$\($0)", "message \($0)", at: $0) }
    let page = said[0..<15].reversed().joined(separator: ",")
    desk.server.fail("/messages", .answer(HTTPResponse(200, #"{"chunk":[\#(page)],"end":"t7"}"#)))
    desk.server.happen(Array(said[3...]))
    #expect(await events.next(17).map(\.event.gist) == (3..<20).map { "created $\($0)" })
    #expect(desk.server.count("/messages") == 1)
    await desk.close()
  }

  // MARK: Pages

  @Test(
    "A channel is shown even if a quoted message is unavailable",
    arguments: [failing, proxy, garbled])
  func quote(answer: HTTPResponse) async throws {
    let desk = try await ServiceDesk.onHill(60, limit: 5)
    desk.server.fail("/event/", .answer(answer), times: 1000)
    desk.server.happen(Said.text("$60", "sixty", at: 60, quoting: "$gone"))
    let found = try await desk.service.messages(MessageQuery(channelId: Said.hill, limit: 2))
    #expect(found.elements.map(\.id) == ["$59", "$60"])
    await desk.close()
  }

  @Test("Quoted messages do not delay a channel forever")
  func slowQuotes() async throws {
    let desk = try await ServiceDesk.onHill(60, limit: 5)
    let latch = Latch()
    desk.server.hold("/event/", at: latch)
    desk.server.happen((60..<64).map { Said.text("$\($0)", "again", at: $0, quoting: "$gone-\($0)") })
    let service = desk.service
    let asking = Task { try await service.messages(MessageQuery(channelId: Said.hill, limit: 4)) }
    await desk.server.until { $0.contains { $0.url.contains("/event/") } }
    desk.clock.advance(by: .seconds(31))
    latch.open()
    #expect(try await asking.value.elements.map(\.id) == ["$60", "$61", "$62", "$63"])
    #expect(desk.server.count("/event/") == 1)
    await desk.close()
  }

  @Test("If one room refuses its threads, the others load, and only the failed one is requested again")
  func threads() async throws {
    let server = Homeserver()
    let rooms = (0..<3).map { ChannelID("!room-\($0):example.org") }
    for room in rooms { server.happen(Said.foundation(), in: room) }
    let desk = try ServiceDesk(server)
    server.fail("/threads", .answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)))
    server.fail("/threads", .answer(Self.failing))
    _ = try await desk.service.threads(ListQuery())
    #expect(server.count("/threads") == 3)
    for _ in 0..<2 { _ = try await desk.service.threads(ListQuery()) }
    #expect(server.count("/threads") == 4)
    await desk.close()
  }

  // MARK: Members

  @Test("A member who leaves during a request is not restored by its answer, nor is an old name")
  func members() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    let latch = Latch()
    desk.server.hold("/members", at: latch)
    let service = desk.service
    let asking = Task { try await service.members(of: Said.hill, ListQuery()) }
    await desk.server.until { $0.contains { $0.url.contains("/members") } }
    desk.server.happen(
      Said.member("$left", Said.eve, "leave", at: 5, before: "join"),
      Said.member("$named", Said.ben, "join", name: "Benjamin", at: 6, before: "join"),
      Said.text("$1", "one", at: 7))
    while let event = await events.next().first?.event, event.gist != "created $1" {}
    latch.open()
    #expect(try await asking.value.elements.map(\.user.displayName).sorted() == ["Ann", "Benjamin"])
    await desk.close()
  }

  // MARK: Limits and sessions

  @Test(
    "Answers are limited on the connection to the size that is read")
  func sizes() async throws {
    let desk = try await ServiceDesk.onHill(1)
    _ = try await desk.service.members(of: Said.hill, ListQuery())
    let large = desk.server.requests.filter { $0.url.contains("/sync") || $0.url.contains("/members") }
    #expect(large.count >= 3)
    #expect(large.allSatisfy { $0.destination == .memory(limit: JSONLimits.answer.bytes) })
    await desk.close()
  }

  @Test("The upload limit is requested once per run")
  func limits() async throws {
    let desk = try await ServiceDesk.onHill(1)
    await desk.server.until { $0.contains { $0.url.contains("/media/config") } }
    await desk.close()
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    for _ in 0..<3 { _ = try await again.service.currentEventToken() }
    for _ in 0..<100_000 where again.service.limits.fileBytes != 1_000_000 { await Task.yield() }
    #expect(again.service.limits.fileBytes == 1_000_000)
    #expect(desk.server.count("/media/config") == 2)
    await again.close()
  }

  @Test("Failing to store new tokens is reported once")
  func unkept() async throws {
    let desk = try await ServiceDesk.onHill(1)
    desk.sessionStore.fail(.system(errno: 28, path: "/disk/session"))
    let answer = HTTPResponse(200, #"{"access_token":"access-1","refresh_token":"refresh-1"}"#)
    desk.server.fail("/refresh", .answer(answer), times: 3)
    desk.server.fail("timeout=0", .answer(.tokenEnded), times: 3)
    for _ in 0..<3 {
      #expect(
        await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
          == .connection(.offline))
    }
    await desk.close()
    let told = await desk.service.cacheNews.reduce(into: []) { $0.append($1.description) }
    #expect(told.count == 1)
    #expect(told.first?.contains("/disk/session") == true)
  }
}
