import CFaultySystem
import CSQLite
import ChatDomain
import DraftEngine
import HTTPTransport
import InMemoryService
import TestSupport
import Testing

@testable import MatrixService

@Suite("A full disk")
struct ServiceDiskTests {
  private static let key = DraftKey(channelId: Said.hill)

  private static func send(_ desk: ServiceDesk) async throws -> Message {
    try await desk.service.send(NewMessage(transactionId: "t1", channelId: Said.hill, markup: "typed"))
  }

  /// The cache reports of a service that was closed.
  private static func told(_ desk: ServiceDesk) async -> [CacheNews] {
    await desk.service.cacheNews.reduce(into: []) { $0.append($1) }
  }

  /// The texts of a channel.
  private static func texts(_ desk: ServiceDesk) async throws -> [String] {
    try await desk.history().filter { $0.kind == .regular }.map(\.text)
  }

  /// The next event. The server's limits may arrive at any time and are skipped.
  private static func nextGist(of events: EventTap) async -> String? {
    while true {
      let gists = await events.next().map(\.event.gist)
      if let first = gists.first(where: { $0 != "limits" }) { return first }
      if gists.isEmpty { return nil }
    }
  }

  /// Receives a message, sends one and saves a draft while the disk is full; after a restart all of them are there.
  ///
  /// - Parameter fill: makes the disk full.
  private static func live(_ fill: () -> Void, _ empty: () -> Void) async throws -> [CacheNews] {
    let desk = try await ServiceDesk.onHill(3)
    let events = EventTap(try await desk.service.events(after: nil))
    fill()
    desk.server.happen(Said.text("$3", "message 3", at: 3))
    try #require(await nextGist(of: events) == "created $3")
    let sent = try await send(desk)
    try #require(await nextGist(of: events) == "created \(sent.id)")
    let dates = DraftDates(createdAt: desk.clock.now, updatedAt: desk.clock.now)
    let content = DraftContent(elements: [.plainText(text: "drafted")])
    _ = try await desk.service.saveDraft(content, for: key, over: 0, dates: dates)
    let all = (0...3).map { "message \($0)" } + ["typed"]
    try #require(try await texts(desk) == all)
    await desk.close()
    empty()
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    // Resending has no effect.
    try #require(try await send(again).id == sent.id)
    try #require(try await texts(again) == all)
    try #require(try await again.service.draft(for: key)?.content == content)
    await again.close()
    try #require(await told(again) == [])
    return await told(desk)
  }

  /// Sends all SQLite file access through the fault injection layer.
  private static func install() throws {
    faulty_install()
    faulty_plan(-1, SQLITE_OK)
    try #require(sqlite3_vfs_register(sqlite3_vfs_find(faulty_name), 1) == SQLITE_OK)
  }

  @Test(
    "The cache continues in memory and says so; messages and drafts are sent once")
  func cache() async {
    await #expect(processExitsWith: .success) {
      try Self.install()
      let told = try await Self.live({ faulty_limit(0) }, { faulty_limit(-1) })
      try #require(told == [.inMemory(isFull: true)])
    }
  }

  @Test("The same with the disk full at any write")
  func anyMoment() async {
    await #expect(processExitsWith: .success) {
      try Self.install()
      var moments = 0
      for operation in 0..<60 {
        let told = try await Self.live(
          { faulty_plan(operation, SQLITE_FULL) }, { faulty_plan(-1, SQLITE_OK) })
        // A journal that cannot be checkpointed stays, which needs no report.
        try #require(told == [] || told == [.inMemory(isFull: true)], "\(operation): \(told)")
        if !told.isEmpty { moments += 1 }
      }
      try #require(moments > 10)
    }
  }

  @Test("Without space for the first page there is no cache, and all else works")
  func noRoom() async {
    await #expect(processExitsWith: .success) {
      try Self.install()
      let server = Homeserver()
      server.happen(Said.foundation())
      server.happen(Said.text("$0", "message 0", at: 0))
      faulty_limit(100)
      let desk = try ServiceDesk(server)
      _ = try await desk.service.currentEventToken()
      _ = try await Self.send(desk)
      try #require(try await Self.texts(desk) == ["message 0", "typed"])
      await desk.close()
      try #require(await Self.told(desk) == [.inMemory(isFull: true)])
      faulty_limit(-1)
      let again = try ServiceDesk(server, on: desk.folder, clock: desk.clock)
      try #require(try await Self.texts(again) == ["message 0", "typed"])
      await again.close()
    }
  }

  @Test("A file waits for disk space, the user is notified once, and it resumes")
  func spool() async {
    await #expect(processExitsWith: .success) {
      let desk = try await ServiceDesk.onHill()
      let service = desk.service
      let id = try await service.beginUpload(
        FileDescription(name: "f", mimeType: "text/plain", size: 6), transactionId: "f")
      try #require(try await service.upload([1, 2], at: 0, to: id) == 2)
      faulty_fill(desk.folder.path("cache/files"))
      for _ in 0..<3 {
        let error = await failure { () async throws(ChatError) in
          try await service.upload([3, 4], at: 2, to: id)
        }
        try #require(error == .connection(.busy(retryAfter: nil)))
      }
      faulty_fill(nil)
      // The bytes written before are still there.
      try #require(try await service.upload([1, 2], at: 0, to: id) == 2)
      try #require(try await service.upload([3], at: 2, to: id) == 3)
      try #require(try await service.upload([4, 5, 6], at: 3, to: id) == 6)
      desk.server.fail("/v1/create", .answer(HTTPResponse(200, #"{"content_uri":"mxc://example.org/a"}"#)))
      try #require(try await service.finishUpload(id).size == 6)
      await desk.close()
      try #require(await Self.told(desk) == [.filesWait])
    }
  }
}
