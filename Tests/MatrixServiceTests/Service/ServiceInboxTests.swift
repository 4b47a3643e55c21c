import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("The inbox at a homeserver")
struct ServiceInboxTests {
  private static func mention(_ id: String, at: Int) -> String {
    Said.text(id, "Ann!", at: at, mentions: [Said.ann])
  }

  private func marks(_ desk: ServiceDesk) -> [String] {
    desk.server.requests.filter { $0.method == .put && $0.url.contains("chat.inkwell.inbox") }.map(\.text)
  }

  @Test("Earlier notifications are fetched once, for joined rooms only")
  func missed() async throws {
    let server = Homeserver(limit: 50)
    server.happen(Said.foundation())
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    func told(_ room: String, _ event: String) -> String {
      #"{"room_id":"\#(room)","event":\#(event),"read":false}"#
    }
    server.fail(
      "v3/notifications",
      .answer(
        HTTPResponse(
          200,
          #"{"notifications":[\#(told("!hill:example.org", Self.mention("$gap", at: -50))),"#
            + #"\#(told("!other:example.org", Self.mention("$other", at: 3))),"#
            + #"\#(told("!hill:example.org", Said.text("$plain", "nothing", at: -40)))]}"#)))
    let page = try await desk.service.inbox(InboxQuery())
    #expect(page.items.map(\.message?.id) == ["$gap"])
    _ = try await desk.service.inbox(InboxQuery())
    #expect(server.count("v3/notifications") == 1)
    await desk.close()
  }

  @Test("It works offline from local data, and after a restart")
  func offline() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.happen(Self.mention("$1", at: 5))
    #expect(try await desk.service.inbox(InboxQuery()).unreadCount == 1)
    await desk.service.setOffline(true)
    #expect(try await desk.service.inbox(InboxQuery()).items.map(\.message?.id) == ["$1"])
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.markInboxRead(.items([])) } != nil)
    await desk.close()
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    await again.service.setOffline(true)
    #expect(try await again.service.inbox(InboxQuery()).items.map(\.message?.id) == ["$1"])
    await again.close()
  }

  @Test("A mark is written once for all devices, merged with another device's")
  func marks() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.happen([Self.mention("$1", at: 5), Self.mention("$2", at: 6)])
    desk.server.set("chat.inkwell.inbox", #"{"up_to":"0","items":["of another device"]}"#, in: nil)
    let items = try await desk.service.inbox(InboxQuery()).items
    try #require(items.count == 2)
    #expect(try await desk.service.markInboxRead(.items([items[1].id])) == 1)
    #expect(marks(desk).count == 1 && marks(desk)[0].contains("of another device"))
    #expect(marks(desk)[0].contains("!hill:example.org $1"))
    #expect(try await desk.service.markInboxRead(.all(upTo: items[0].token)) == 0)
    #expect(try await desk.service.markInboxRead(.all(upTo: items[0].token)) == 0)
    #expect(marks(desk).count == 2)
    // Marks up to the new position are dropped, except those that only another device knows.
    #expect(marks(desk)[1].contains("of another device") && !marks(desk)[1].contains("hill:example.org"))
    await desk.close()
  }

  @Test("A reaction in late-loaded history is not new, a later one is")
  func loadedReactions() async throws {
    let server = Homeserver(limit: 5)
    server.happen(Said.foundation())
    server.happen(
      Said.text("$mine", "mine", by: Said.ann, at: 1), Said.reaction("$old", to: "$mine", "+1", at: 2))
    server.happen((3..<60).map { Said.text("$\($0)", "message \($0)", at: $0) })
    let desk = try ServiceDesk(server)
    #expect(try await desk.service.inbox(InboxQuery()).unreadCount == 0)
    _ = try await desk.history(by: 50)
    let old = try await desk.service.inbox(InboxQuery())
    #expect(old.items.map(\.kind) == [.reaction] && old.unreadCount == 0)
    server.happen(Said.reaction("$new", to: "$mine", "-1", at: 70))
    #expect(try await desk.service.inbox(InboxQuery()).unreadCount == 1)
    await desk.close()
    let again = try ServiceDesk(server, on: desk.folder, clock: desk.clock)
    #expect(try await again.service.inbox(InboxQuery()).items.map(\.isRead) == [false, true])
    await again.close()
  }
}
