import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("Requests to join")
struct ServiceKnockTests {
  private static let zoe: UserID = "@zoe:elsewhere"

  /// A room that people can request to join, with a request of Zoe from before the first sync.
  private static func desk() async throws -> ServiceDesk {
    let server = Homeserver()
    server.happen(Said.foundation())
    server.happen([
      Said.state("$open", "m.room.join_rules", by: Said.ben, at: 1, #"{"join_rule":"knock"}"#)
    ])
    let asking = Said.event(
      "$k", "m.room.member", by: zoe, at: 5, #"{"membership":"knock","reason":"me"}"#,
      more: #","state_key":"\#(zoe)""#)
    server.fail("/members?membership=knock", .answer(HTTPResponse(200, #"{"chunk":[\#(asking)]}"#)))
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    return desk
  }

  @Test("Earlier requests are fetched once; answering invites or removes")
  func visitors() async throws {
    let desk = try await Self.desk()
    let visitors = try await desk.service.visitors()
    #expect(visitors.map(\.user.id) == [Self.zoe] && visitors.first?.reason == "me")
    #expect(try await desk.service.visitors() == visitors)
    #expect(desk.server.count("membership=knock") == 1)
    desk.server.fail("/invite", .answer(HTTPResponse(200, "{}")))
    try await desk.service.admit(Self.zoe, to: Said.hill)
    let invited = try #require(desk.server.requests.last { $0.url.hasSuffix("/invite") })
    #expect(invited.text == #"{"user_id":"@zoe:elsewhere"}"#)
    desk.server.fail("/kick", .answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)))
    #expect(
      await failure { () async throws(ChatError) in
        try await desk.service.turnAway(Self.zoe, from: Said.hill)
      } == .refused(.notAllowed))
    #expect(
      await failure { () async throws(ChatError) in
        try await desk.service.admit("@yan:elsewhere", to: Said.hill)
      } == .refused(.notFound("visitor @yan:elsewhere")))
    await desk.close()
  }

  @Test("After an unfilled gap the requests to join are fetched again")
  func gap() async throws {
    let desk = try await Self.desk()
    _ = try await desk.service.visitors()
    desk.server.happen((10..<400).map { Said.text("$\($0)", "message \($0)", at: $0) })
    desk.server.fail("/messages", .answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)))
    desk.server.fail("/members?membership=knock", .answer(HTTPResponse(200, #"{"chunk":[]}"#)))
    _ = try await desk.service.currentEventToken()
    #expect(try await desk.service.visitors().isEmpty)
    #expect(desk.server.count("membership=knock") == 2)
    await desk.close()
  }

  @Test("A request has its reason and via servers; a room without requests says who may join")
  func asking() async throws {
    let desk = try await Self.desk()
    let lake = ChannelAddress(name: "!lake:example.org", servers: ["via.org"])
    desk.server.fail("/knock/", .answer(HTTPResponse(403, #"{"errcode":"M_FORBIDDEN"}"#)))
    desk.server.fail(
      "/room_summary/",
      .answer(HTTPResponse(200, #"{"room_id":"!lake:example.org","join_rule":"invite"}"#)))
    #expect(
      await failure { () async throws(ChatError) in
        _ = try await desk.service.knock(on: lake, reason: "  to swim ")
      } == .refused(.notAdmitted(.invitation)))
    let asked = try #require(desk.server.requests.first { $0.url.contains("/knock/") })
    #expect(asked.url.hasSuffix("/knock/%21lake%3Aexample.org?via=via.org"))
    #expect(asked.text == #"{"reason":"to swim"}"#)
    #expect(
      await failure { () async throws(ChatError) in
        _ = try await desk.service.knock(on: ChannelAddress(name: Said.hill.rawValue), reason: "")
      } == .refused(.notAllowed))
    #expect(try await desk.service.knocks().isEmpty)
    // Withdrawing without a request does nothing.
    try await desk.service.takeBackKnock(on: "!lake:example.org")
    #expect(desk.server.count("/leave") == 0)
    await desk.close()
  }
}
