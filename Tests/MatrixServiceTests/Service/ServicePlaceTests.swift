import ChatDomain
import HTTPTransport
import TestSupport
import Testing

@testable import MatrixService

/// Joining rooms by address, and forgetting rooms that were left.
@Suite("Joining and leaving")
struct ServicePlaceTests {
  private static let alias = ChannelAddress(name: "#lake:example.org", servers: ["via.org"])

  private static func desk(
    _ alias: String = #"{"room_id":"!lake:example.org","servers":["a.org","via.org"]}"#
  )
    async throws -> ServiceDesk
  {
    let desk = try await ServiceDesk.onHill()
    desk.server.fail("/directory/room/", .answer(HTTPResponse(200, alias)))
    return desk
  }

  private static func urls(_ desk: ServiceDesk, _ part: String) -> [String] {
    desk.server.requests.map(\.url).filter { $0.contains(part) }
  }

  @Test("An alias is resolved, with the servers of link and directory")
  func alias() async throws {
    let desk = try await Self.desk()
    desk.server.happen(Said.foundation(of: "Lake"), in: Said.lake)
    // The answer to the join arrives before the room itself.
    let joined = try await desk.service.join(Self.alias)
    #expect(joined.id == Said.lake)
    #expect(Self.urls(desk, "/directory/room/").count == 1)
    await desk.close()
  }

  @Test("The alias of a joined room works without joining, also offline")
  func joinedAlias() async throws {
    let desk = try await Self.desk(#"{"room_id":"!hill:example.org","servers":[]}"#)
    desk.server.happen([
      Said.state(
        "$alias", "m.room.canonical_alias", by: Said.ben, at: 50, ##"{"alias":"#lake:example.org"}"##)
    ])
    #expect(try await desk.service.join(Self.alias).id == Said.hill)
    #expect(Self.urls(desk, "/join/").isEmpty)
    await desk.service.setOffline(true)
    #expect(try await desk.service.join(Self.alias).id == Said.hill)
    #expect(
      await failure { () async throws(ChatError) in
        try await desk.service.join(ChannelAddress(name: "#other:example.org"))
      } == .connection(.offline))
    await desk.close()
  }

  @Test("Joining names the servers that may help")
  func servers() async throws {
    let desk = try await Self.desk()
    desk.server.fail("/join/", .answer(HTTPResponse(404, #"{"errcode":"M_UNKNOWN","error":"no servers"}"#)))
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.join(Self.alias) }
        == .refused(.notFound("channel !lake:example.org")))
    let asked = try #require(Self.urls(desk, "/join/").first)
    #expect(asked.hasSuffix("/join/%21lake%3Aexample.org?via=via.org&via=a.org"))
    await desk.close()
  }

  @Test(
    "A restricted room names the rooms and spaces that it admits from",
    arguments: [
      (#"{"room_id":"!lake:example.org","join_rule":"knock"}"#, ChatError.Refusal.notAdmitted(.knocking)),
      (#"{"room_id":"!lake:example.org","join_rule":"invite"}"#, .notAdmitted(.invitation)),
      (#"{"room_id":"!lake:example.org","join_rule":"restricted"}"#, .notAdmitted(.otherMembers)),
      (#"{"room_id":"!lake:example.org","join_rule":"public"}"#, .notAllowed),
      (#"{"room_id":"!lake:example.org","join_rule":"invite","membership":"ban"}"#, .notAllowed),
      (nil, .notAdmitted(.invitation)),
    ] as [(String?, ChatError.Refusal)])
  func admission(_ sample: (summary: String?, refusal: ChatError.Refusal)) async throws {
    let desk = try await Self.desk()
    desk.server.fail("/join/", .answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)))
    let unknown = HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)
    desk.server.fail("/room_summary/", .answer(sample.summary.map { HTTPResponse(200, $0) } ?? unknown))
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.join(Self.alias) }
        == .refused(sample.refusal))
    await desk.close()
  }

  @Test("An unknown alias is reported")
  func nowhere() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.fail("/directory/room/", .answer(HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)))
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.join(Self.alias) }
        == .refused(.notFound("channel #lake:example.org")))
    #expect(Self.urls(desk, "/join/").isEmpty)
    await desk.close()
  }

  @Test("A page of another server's directory; spaces and unsupported rooms are omitted")
  func directory() async throws {
    let desk = try await ServiceDesk.onHill()
    let rooms = #"""
      {"room_id":"!hill:example.org","name":"Hill","canonical_alias":"#hill:example.org","num_joined_members":3},
      {"room_id":"!space:b.org","room_type":"m.space"},{"room_id":"!lake:b.org","join_rule":"knock"}
      """#
    desk.server.fail("/publicRooms", .answer(HTTPResponse(200, #"{"chunk":[\#(rooms)],"next_batch":"n/1"}"#)))
    let page = try await desk.service.directory(DirectoryQuery(text: "x", server: "b.org", limit: 20))
    #expect(page.elements.map(\.id) == ["!hill:example.org", "!lake:b.org"] && page.next == "n/1")
    #expect(page.elements.map(\.isMember) == [true, false])
    #expect(page.elements.map(\.admission) == [.everybody, .knocking])
    #expect(
      page.elements.map(\.address) == [
        ChannelAddress(name: "#hill:example.org", servers: ["b.org"]),
        ChannelAddress(name: "!lake:b.org", servers: ["b.org"]),
      ])
    desk.server.fail("/publicRooms", .answer(HTTPResponse(200, #"{"chunk":[]}"#)))
    _ = try await desk.service.directory(DirectoryQuery(server: "example.org", cursor: page.next))
    let asked = desk.server.requests.filter { $0.url.contains("/publicRooms") }
    #expect(asked.map { $0.url.contains("server=b.org") } == [true, false])
    #expect(asked[1].text == #"{"limit":50,"since":"n/1"}"#)
    desk.server.fail("/publicRooms", .answer(HTTPResponse(400, #"{"errcode":"M_INVALID_PARAM"}"#)))
    #expect(
      await failure { () async throws(ChatError) in
        try await desk.service.directory(DirectoryQuery(cursor: "n/2"))
      } == .refused(.invalidCursor))
    await desk.close()
  }

  @Test(
    "Forgetting erases the room here, even if the server had already forgotten it",
    arguments: [200, 404])
  func forget(status: Int) async throws {
    let desk = try await ServiceDesk.onHill(3)
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.forget(Said.hill) }
        == .refused(.notAllowed))
    #expect(Self.urls(desk, "/forget").isEmpty)
    try await desk.service.leaveHill()
    #expect(try await desk.service.leftChannels(ListQuery()).elements.map(\.id) == [Said.hill])
    #expect(try await desk.service.eventCounts()[Said.hill] ?? 0 > 0)
    let spool = Spool(folder: desk.folder.path("cache/files"))
    try spool.write([1], at: 0, to: spool.path(of: "mxc://example.org/shown" as FileID))
    desk.server.fail("/forget", .answer(HTTPResponse(status, #"{"errcode":"M_NOT_FOUND"}"#)))
    try await desk.service.forget(Said.hill)
    #expect(try await desk.service.leftChannels(ListQuery()).elements.isEmpty)
    #expect(try await desk.service.eventCounts()[Said.hill] == nil)
    #expect(spool.size(of: spool.path(of: "mxc://example.org/shown" as FileID)) == nil)
    #expect(Self.urls(desk, "/forget").count == 1)
    await desk.close()
  }

  @Test("A room that the server did not forget stays")
  func kept() async throws {
    let desk = try await ServiceDesk.onHill(3)
    try await desk.service.leaveHill()
    desk.server.fail("/forget", .failure(.interrupted(.waiting)))
    #expect(await failure { () async throws(ChatError) in try await desk.service.forget(Said.hill) } != nil)
    #expect(try await desk.service.leftChannels(ListQuery()).elements.map(\.id) == [Said.hill])
    await desk.close()
  }
}

extension MatrixService {
  /// Applies an answer in which Ann has left the room.
  fileprivate func leaveHill() throws {
    let replica = try store.replica()
    var text = SyncText()
    text.left = [(Said.hill, [Said.member("$gone", Said.ann, "leave", at: 500, before: "join")])]
    let bytes = Array(text.text(next: replica.since ?? "").utf8)
    _ = try replica.apply(SyncAnswer(bytes, for: Said.ann), gaps: [:])
  }
}
