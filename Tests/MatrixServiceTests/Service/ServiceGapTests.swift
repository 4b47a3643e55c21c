import ChatDomain
import DraftEngine
import HTTPTransport
import InMemoryService
import TestSupport
import Testing

@testable import MatrixService

/// Gaps between two answers, and the state after a restart.
@Suite("Gaps and restarts")
struct ServiceGapTests {
  @Test("A timeline too long for one answer is filled, and each message reported once")
  func filled() async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    let events = EventTap(try await desk.service.events(after: nil))
    desk.server.happen((3..<40).map { Said.text("$\($0)", "message \($0)", at: $0) })
    let told = await events.next(37).map(\.event.gist)
    #expect(told == (3..<40).map { "created $\($0)" })
    #expect(
      try await desk.history().filter { $0.kind == .regular }.map(\.id.rawValue) == (0..<40).map { "$\($0)" })
    await desk.close()
  }

  @Test("A much longer one is cut: streams end, and paging finds every message")
  func cut() async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    let events = EventTap(try await desk.service.events(after: nil))
    let token = try await desk.service.currentEventToken()
    desk.server.happen((3..<700).map { Said.text("$\($0)", "message \($0)", at: $0) })
    #expect(await events.end() == .eventsGone)
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.events(after: token) }
        == .eventsGone)
    let ids = try await desk.history(by: 100).filter { $0.kind == .regular }.map(\.id.rawValue)
    #expect(ids == (0..<700).map { "$\($0)" })
    await desk.close()
  }

  @Test("A connection that breaks repeatedly while filling gaps leaves no gap")
  func interrupted() async throws {
    let desk = try await ServiceDesk.onHill(1, limit: 5)
    let events = EventTap(try await desk.service.events(after: nil))
    var told: [String] = []
    for gap in 0..<2 {
      desk.server.fail("/messages", .failure(.interrupted(.waiting)), times: 2)
      let numbers = (1 + gap * 20)..<(21 + gap * 20)
      desk.server.happen(numbers.map { Said.text("$\($0)", "message \($0)", at: $0) })
      for _ in 0..<3 {
        _ = await failure { () async throws(ChatError) in try await desk.service.currentEventToken() }
      }
      told += try await desk.service.messages(MessageQuery(channelId: Said.hill, limit: 20)).elements.map(
        \.id.rawValue)
    }
    #expect(told == (1..<41).map { "$\($0)" })
    #expect(await events.end() == .connection(.interrupted))
    #expect(try await desk.service.eventCounts()[Said.hill].map { $0 > 40 } == true)
    await desk.close()
  }

  @Test("A large cache is trimmed, and paging and ids still find everything")
  func trimmed() async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    desk.server.happen((3..<1000).map { Said.text("$\($0)", "message \($0)", at: $0) })
    let all = try await desk.history(by: 100).map(\.id)
    try await desk.service.trim(to: HistoryBounds(perRoom: 400, total: 1000))
    #expect(try await desk.service.eventCounts() == [Said.hill: 400])
    let requests = desk.server.count("/messages")
    #expect(
      try await desk.service.messages(MessageQuery(channelId: Said.hill, limit: 50)).elements.map(\.id)
        == all.suffix(50))
    #expect(desk.server.count("/messages") == requests)
    let found = try await desk.service.message("$7", in: Said.hill)
    #expect(found.text == "message 7")
    #expect(try await desk.history(by: 100).map(\.id) == all)
    await desk.close()
  }

  @Test(
    "Within limits nothing is requested or removed; useless answers change nothing"
  )
  func untrimmed() async throws {
    let desk = try await ServiceDesk.onHill(3)
    desk.server.happen((3..<40).map { Said.text("$\($0)", "message \($0)", at: $0) })
    let all = try await desk.history().map(\.id)
    let counts = try await desk.service.eventCounts()
    try await desk.service.trim(to: HistoryBounds(perRoom: 40, total: 1000))
    #expect(desk.server.count("/context/") == 0)
    desk.server.fail("/context/", .answer(HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)))
    try await desk.service.trim(to: HistoryBounds(perRoom: 10, total: 1000))
    desk.server.fail("/context/", .answer(HTTPResponse(200, #"{"event":{},"start":"t1"}"#)))
    try await desk.service.trim(to: HistoryBounds(perRoom: 10, total: 1000))
    #expect(desk.server.count("/context/") == 2)
    #expect(try await desk.service.eventCounts() == counts)
    #expect(try await desk.history().map(\.id) == all)
    await desk.close()
  }

  @Test("An unknown token causes a restart without an error to others")
  func badPlace() async throws {
    let desk = try await ServiceDesk.onHill(3)
    let events = EventTap(try await desk.service.events(after: nil))
    desk.server.forgetStream()
    #expect(await events.end() == .eventsGone)
    let page = try await desk.service.messages(MessageQuery(channelId: Said.hill))
    #expect(page.elements.filter { $0.kind == .regular }.map(\.id) == ["$0", "$1", "$2"])
    await desk.close()
  }

  @Test("After a restart everything is there, and events continue exactly from the last token")
  func restart() async throws {
    let desk = try await ServiceDesk.onHill(3)
    let events = EventTap(try await desk.service.events(after: nil))
    desk.server.happen(Said.text("$3", "three", at: 3), Said.text("$4", "four", at: 4))
    let tokens = await events.next(2).map(\.token)
    let (older, token) = (tokens[0], tokens[1])
    await desk.close()
    desk.server.happen(Said.text("$5", "five", at: 5))
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    let more = EventTap(try await again.service.events(after: token))
    #expect(await more.next(1).map(\.event.gist) == ["created $5"])
    // Expired tokens give an error instead of skipping events.
    #expect(
      await failure { () async throws(ChatError) in try await again.service.events(after: older) }
        == .eventsGone)
    #expect(
      try await again.history().filter { $0.kind == .regular }.map(\.id.rawValue) == (0..<6).map { "$\($0)" })
    await again.close()
  }

  @Test("No event token is reused, also after own actions")
  func numbers() async throws {
    let desk = try await ServiceDesk.onHill(1)
    let events = EventTap(try await desk.service.events(after: nil))
    let content = DraftContent(elements: [.plainText(text: "hi")])
    let dates = DraftDates(createdAt: desk.clock.now, updatedAt: desk.clock.now)
    _ = try await desk.service.saveDraft(content, for: DraftKey(channelId: Said.hill), over: 0, dates: dates)
    let token = try #require(await events.next(1).last?.token)
    await desk.close()
    desk.server.happen(Said.text("$1", "one", at: 1))
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    _ = try await again.service.currentEventToken()
    let more = EventTap(try await again.service.events(after: token))
    #expect(await more.next(1).map(\.event.gist) == ["created $1"])
    await again.close()
  }

  @Test("After damage the cache is fetched again, and old tokens are invalid", arguments: [true, false])
  func damaged(_ isWhole: Bool) async throws {
    let desk = try await ServiceDesk.onHill(3)
    let token = try await desk.service.currentEventToken()
    await desk.close()
    try desk.folder.damage("cache/matrix.db", isWhole: isWhole)
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    #expect(
      await failure { () async throws(ChatError) in try await again.service.events(after: token) }
        == .eventsGone)
    #expect(try await again.history().filter { $0.kind == .regular }.map(\.id) == ["$0", "$1", "$2"])
    await again.close()
    // Without its journal the file may look like a new one.
    let news = await told(again.service)
    #expect(news == [.replaced] || news.isEmpty && !isWhole)
  }

  /// The cache reports of a service that was closed.
  private func told(_ service: MatrixService) async -> [CacheNews] {
    await service.cacheNews.reduce(into: []) { $0.append($1) }
  }

  @Test(
    "If the disk becomes unwritable it continues in memory, and its tokens are invalid later"
  )
  func fullDisk() async throws {
    let desk = try await ServiceDesk.onHill(3)
    let events = EventTap(try await desk.service.events(after: nil))
    try await desk.service.breakCache()
    desk.server.happen(Said.text("$3", "three", at: 3))
    let envelope = try #require(await events.next(1).first)
    #expect(envelope.event.gist == "created $3")
    #expect(try await desk.history().filter { $0.kind == .regular }.map(\.id) == ["$0", "$1", "$2", "$3"])
    await desk.close()
    #expect(await told(desk.service) == [.inMemory(isFull: false)])
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    _ = try await again.service.currentEventToken()
    #expect(
      await failure { () async throws(ChatError) in try await again.service.events(after: envelope.token) }
        == .eventsGone)
    await again.close()
  }

  @Test("A file locked by another program is retried once before the service runs without a cache")
  func busyFile() async throws {
    let desk = try await ServiceDesk.onHill(3)
    let path = desk.folder.path("cache/matrix.db")
    let short = try await desk.service.write(beside: path, freeAfter: 1)
    #expect(short.attempts == 2 && !short.isInMemory)
    let long = try await desk.service.write(beside: path, freeAfter: 5)
    #expect(long.attempts == 3 && long.isInMemory)
    await desk.close()
    #expect(await told(desk.service) == [.inMemory(isFull: false)])
  }

  @Test(
    "Stopping in the middle of an answer loses and repeats nothing after the next start, and all streams end",
    arguments: [true, false])
  func amid(isCut: Bool) async throws {
    let desk = try await ServiceDesk.onHill(3, limit: 5)
    desk.server.happen(Said.foundation(of: "Valley"), in: "!valley:example.org")
    let token = try await desk.service.currentEventToken()
    let texts = (3..<12).map { Said.text("$\($0)", "message \($0)", at: $0) }
    desk.server.happen(texts)
    desk.server.happen(Said.text("$v", "in the valley", at: 20), in: "!valley:example.org")
    let hill = SyncText.Joined(
      events: isCut ? Array(texts.suffix(5)) : texts, isLimited: isCut, previous: "t14")
    var answer = SyncText(hill)
    answer.joined.append(("!valley:example.org", SyncText.Joined(events: [Said.text("$v", "in", at: 20)])))
    try await desk.service.takeFirstRoom(of: answer, gaps: isCut ? [Said.hill: .cut] : [:])
    await desk.close()

    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    #expect(
      await failure { () async throws(ChatError) in try await again.service.events(after: token) }
        == .eventsGone)
    #expect(
      try await again.history().filter { $0.kind == .regular }.map(\.id.rawValue) == (0..<12).map { "$\($0)" }
    )
    let valley = try await again.service.messages(MessageQuery(channelId: "!valley:example.org"))
    #expect(valley.elements.contains { $0.id == "$v" })
    await again.close()
  }

  @Test("A page that arrives after the timeline was cut does not replace newer messages")
  func latePage() async throws {
    let desk = try await ServiceDesk.onHill(100, limit: 5)
    let latch = Latch()
    desk.server.hold("/messages", at: latch)
    async let page = desk.service.messages(MessageQuery(channelId: Said.hill, limit: 60))
    await desk.server.until { $0.contains { $0.url.contains("/messages") } }
    try await desk.service.cutHill(next: (100..<110).map { Said.text("$\($0)", "message \($0)", at: $0) })
    desk.server.release()
    latch.open()
    _ = try await page
    let live = try await desk.service.liveSlices(of: Said.hill)
    #expect(live.count == 1)
    await desk.close()
  }
}
