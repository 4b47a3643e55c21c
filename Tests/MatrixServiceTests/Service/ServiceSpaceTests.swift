import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("Spaces at a homeserver")
struct ServiceSpaceTests {
  private static let space: ChannelID = "!space:example.org"

  @Test("A space is listed in the server's pages, with its via servers")
  func hierarchy() async throws {
    let server = Homeserver()
    server.happen(
      Said.state("$made", "m.room.create", by: Said.ben, at: 0, #"{"type":"m.space","room_version":"11"}"#),
      Said.member("$came", Said.ann, "join", at: 2),
      Said.state(
        "$c1", "m.space.child", key: "!lake:example.org", by: Said.ben, at: 3, #"{"via":["b.org","c.org"]}"#),
      Said.state(
        "$c2", "m.space.child", key: "!inner:example.org", by: Said.ben, at: 4, #"{"via":["b.org"]}"#),
      in: Self.space)
    let desk = try ServiceDesk(server)
    let rooms = #"""
      {"room_id":"!space:example.org","room_type":"m.space","name":"Company"},
      {"room_id":"!lake:example.org","name":"Lake","join_rule":"restricted","num_joined_members":3,"encryption":"m.megolm.v1.aes-sha2"},
      {"room_id":"!inner:example.org","name":"Inner","join_rule":"invite","room_type":"m.space"},
      {"room_id":"!stranger:example.org","name":"Not in it"}
      """#
    server.fail("/hierarchy", .answer(HTTPResponse(200, #"{"rooms":[\#(rooms)],"next_batch":"n/1"}"#)))
    let page = try await desk.service.directory(DirectoryQuery(space: Self.space, limit: 20))
    #expect(page.elements.map(\.id) == ["!lake:example.org", "!inner:example.org"] && page.next == "n/1")
    #expect(
      page.elements.map(\.isSpace) == [false, true] && page.elements.map(\.isEncrypted) == [true, false])
    // Only members of the space see this list, and the restricted room admits them.
    #expect(page.elements.map(\.admission) == [.everybody, .invitation])
    #expect(
      page.elements.first?.address == ChannelAddress(name: "!lake:example.org", servers: ["b.org", "c.org"]))
    server.fail("/hierarchy", .answer(HTTPResponse(200, #"{"rooms":[\#(rooms)]}"#)))
    let next = DirectoryQuery(text: "LAK", space: Self.space, cursor: page.next)
    #expect(try await desk.service.directory(next).elements.map(\.id) == ["!lake:example.org"])
    let asked = server.requests.map(\.url).filter { $0.contains("/hierarchy") }
    #expect(asked.count == 2 && asked.allSatisfy { $0.contains("/client/v1/rooms/%21space%3Aexample.org/") })
    #expect(asked.map { $0.contains("from=n%2F1") } == [false, true])
    #expect(
      await failure { () async throws(ChatError) in
        try await desk.service.directory(DirectoryQuery(space: Said.hill))
      } == .refused(.notFound("space !hill:example.org")))
    await desk.close()
  }

  @Test(
    "An empty space is requested once across restarts; a failure is repeated")
  func empty() async throws {
    let server = Homeserver()
    server.happen(
      Said.state("$made", "m.room.create", by: Said.ben, at: 0, #"{"type":"m.space","room_version":"11"}"#),
      Said.state("$named", "m.room.name", by: Said.ben, at: 1, #"{"name":"Company"}"#),
      Said.member("$came", Said.ann, "join", at: 2), in: Self.space)
    let desk = try ServiceDesk(server)
    func spaces(_ desk: ServiceDesk) async throws -> [String] {
      do throws(ChatError) { return try await desk.service.spaces().map(\.name) } catch {
        return ["\(error)"]
      }
    }
    server.fail("/state", .failure(.interrupted(.waiting)))
    _ = try await spaces(desk)
    await desk.close()
    server.fail("/state", .answer(HTTPResponse(200, "[]")), times: 3)
    for _ in 0..<3 {
      let again = try ServiceDesk(server, on: desk.folder, clock: desk.clock)
      #expect(try await spaces(again) == ["Company"])
      await again.close()
    }
    #expect(server.count("/state") == 2)
  }
}
