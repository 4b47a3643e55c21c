import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("History offline")
struct ServiceKeptTests {
  private func query(
    _ position: MessageQuery.Position = .newest, under parent: MessageID? = nil, limit: Int = 7
  ) -> MessageQuery {
    MessageQuery(channelId: Said.hill, parentId: parent, position: position, limit: limit)
  }

  private func page(_ query: MessageQuery, at desk: ServiceDesk) async throws -> Page<Message> {
    let page = await desk.service.keptMessages(query)
    return try #require(page)
  }

  /// All cached messages, by pages from the newest, and the cursor at the end.
  private func kept(_ desk: ServiceDesk) async throws -> (messages: [Message], end: Cursor?) {
    var page = try await self.page(query(), at: desk)
    var messages = page.elements
    while let cursor = page.previous {
      guard let older = await desk.service.keptMessages(query(.before(cursor))) else {
        return (messages, cursor)
      }
      page = older
      messages = older.elements + messages
    }
    return (messages, nil)
  }

  @Test("All loaded history can be scrolled without a request, also after a restart")
  func scrolling() async throws {
    let desk = try await ServiceDesk.onHill(200, limit: 5)
    let newest = try await desk.service.messages(query(limit: 60))
    let previous = try #require(newest.previous)
    _ = try await desk.service.messages(query(.before(previous), limit: 60))
    await desk.service.setOffline(true)
    let count = desk.server.requests.count
    let (messages, end) = try await kept(desk)
    #expect(messages.count >= 120 && messages.last?.id == "$199")
    #expect(messages.map(\.id.rawValue) == (0..<200).suffix(messages.count).map { "$\($0)" })
    #expect(end != nil)
    #expect(desk.server.requests.count == count)
    await desk.close()
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    await again.service.setOffline(true)
    #expect(try await kept(again).messages == messages)
    // The cursor continues at the server.
    await again.service.setOffline(false)
    var (all, cursor) = (messages, end)
    while let place = cursor {
      let page = try await again.service.messages(query(.before(place), limit: 50))
      (all, cursor) = (page.elements + all, page.previous)
    }
    #expect(all.filter { $0.kind == .regular }.map(\.id.rawValue) == (0..<200).map { "$\($0)" })
    await again.close()
  }

  @Test("Cached positions are found, and missing ones are not invented")
  func places() async throws {
    let desk = try await ServiceDesk.onHill(200, limit: 5)
    _ = try await desk.service.messages(query(limit: 60))
    // A search result with its context.
    _ = try await desk.service.messages(query(.around("$20"), limit: 10))
    await desk.service.setOffline(true)
    let around = try await self.page(query(.around("$180")), at: desk)
    #expect(around.elements.map(\.id.rawValue) == (177...183).map { "$\($0)" })
    let apart = try await self.page(query(.around("$20")), at: desk)
    #expect(apart.elements.map(\.id).contains("$20") && apart.next != nil && apart.previous != nil)
    #expect(await desk.service.keptMessages(query(.around("$100"))) == nil)
    #expect(await desk.service.keptMessages(query(.oldest)) == nil)
    #expect(await desk.service.keptMessages(query(.before("of another list"))) == nil)
    #expect(await desk.service.keptMessages(query(.after("of another list"))) == nil)
    #expect(
      await desk.service.keptMessages(MessageQuery(channelId: "!elsewhere:example.org")) == nil)
    await desk.close()
  }

  @Test("An unopened thread has the replies that arrived, and is marked as possibly incomplete")
  func thread() async throws {
    let desk = try await ServiceDesk.onHill(200, limit: 5)
    desk.server.happen(
      [Said.text("$root", "root", by: Said.ann, at: 300)]
        + (0..<20).map { Said.text("$r\($0)", "reply \($0)", at: 301 + $0, under: "$root") })
    _ = try await desk.service.currentEventToken()
    await desk.service.setOffline(true)
    let page = try await self.page(query(under: "$root"), at: desk)
    #expect(page.elements.last?.id == "$r19" && page.previous != nil)
    await desk.service.setOffline(false)
    _ = try await desk.service.messages(query(under: "$root"))
    await desk.service.setOffline(true)
    let oldest = try await self.page(query(.oldest, under: "$root", limit: 30), at: desk)
    #expect(oldest.elements.map(\.id.rawValue) == (0..<20).map { "$r\($0)" })
    #expect(oldest.previous == nil && oldest.next == nil)
    let around = try await self.page(query(.around("$r9"), under: "$root"), at: desk)
    #expect(around.elements.map(\.id.rawValue) == (6...12).map { "$r\($0)" })
    #expect(await desk.service.keptMessages(query(.around("$7"), under: "$root")) == nil)
    #expect(await desk.service.keptMessages(query(under: "$7")) == nil)
    await desk.close()
  }
}
