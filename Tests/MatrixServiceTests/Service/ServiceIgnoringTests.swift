import ChatDomain
import HTTPTransport
import TestSupport
import Testing

@testable import MatrixService

/// Servers differ in what they filter for ignored people; this one filters nothing.
@Suite("Ignoring people")
struct ServiceIgnoringTests {
  private static let type = "m.ignored_user_list"

  private static func list(_ users: UserID...) -> String {
    #"{"ignored_users":{\#(users.map { "\"\($0)\":{}" }.joined(separator: ","))}}"#
  }

  /// A room with messages of Ben and Eve.
  private static func desk() async throws -> ServiceDesk {
    let server = Homeserver()
    server.happen(Said.foundation())
    server.happen([
      Said.text("$b1", "ben one", at: 1),
      Said.text("$e1", "eve one", by: Said.eve, at: 2, mentions: [Said.ann]),
    ])
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    _ = try await desk.history()
    return desk
  }

  private static func texts(_ desk: ServiceDesk) async throws -> [String] {
    try await desk.history().filter { $0.kind == .regular }.map(\.text)
  }

  @Test("Earlier messages disappear, new ones are hidden, and all return afterwards")
  func hiding() async throws {
    let desk = try await Self.desk()
    let (service, server) = (desk.service, desk.server)
    try await service.setIgnored(true, Said.eve)
    #expect(
      service.isIgnored(Said.eve) && server.requests.last { $0.method == .put }?.text == Self.list(Said.eve))
    #expect(try await Self.texts(desk) == ["ben one"])
    server.happen([
      Said.text("$e2", "eve two", by: Said.eve, at: 3, mentions: [Said.ann]),
      Said.text("$b2", "ben two", at: 4),
      Said.reaction("$r", to: "$b2", "👍", by: Said.eve, at: 5), Said.reaction("$s", to: "$b2", "🎉", at: 6),
    ])
    #expect(try await Self.texts(desk) == ["ben one", "ben two"])
    let summary = try await service.channel(Said.hill)
    #expect(summary.reading.mentionCount == 0 && summary.lastMessage?.id == "$b2")
    #expect(summary.lastMessage?.reactions.map(\.name) == ["🎉"])
    try await service.setIgnored(false, Said.eve)
    #expect(try await Self.texts(desk) == ["ben one", "eve one", "eve two", "ben two"])
    await desk.close()
  }

  @Test("A list written by another device applies, and is extended instead of overwritten")
  func otherDevice() async throws {
    let desk = try await Self.desk()
    let tap = EventTap(try await desk.service.events(after: nil))
    desk.server.set(Self.type, #"{"x":1,"ignored_users":{"@ben:example.org":{}}}"#, in: nil)
    #expect(await tap.end() == .eventsGone)
    #expect(try await Self.texts(desk) == ["eve one"])
    try await desk.service.setIgnored(true, Said.eve)
    #expect(
      desk.server.requests.last { $0.method == .put }?.text
        == #"{"x":1,"ignored_users":{"@ben:example.org":{},"@eve:elsewhere":{}}}"#)
    #expect(try await Self.texts(desk).isEmpty)
    #expect(try await desk.service.ignoredUsers(ListQuery()).elements.map(\.id).count == 2)
    await desk.close()
  }

  @Test("A restarted service knows the list, and drops incomplete histories")
  func restart() async throws {
    let desk = try await Self.desk()
    try await desk.service.setIgnored(true, Said.eve)
    await desk.close()
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    #expect(try await Self.texts(again) == ["ben one"])
    #expect(again.service.isIgnored(Said.eve))
    await again.close()
  }

  @Test("Their typing and invitations are not reported")
  func signals() async throws {
    let desk = try await Self.desk()
    try await desk.service.setIgnored(true, Said.eve)
    let tap = EventTap(try await desk.service.events(after: nil))
    desk.server.tell(ephemeral: #"{"type":"m.typing","content":{"user_ids":["@eve:elsewhere"]}}"#)
    desk.server.tell(
      ephemeral: #"{"type":"m.typing","content":{"user_ids":["@ben:example.org","@eve:elsewhere"]}}"#)
    guard case .typing(let typing)? = await tap.next().first?.event else { throw Unexpected("nobody types") }
    #expect(typing.user.id == Said.ben)
    await desk.close()
  }

  @Test("One cannot ignore oneself or an invalid id")
  func refusing() async throws {
    let desk = try await Self.desk()
    for user in [Said.ann, "eve", ""] as [UserID] {
      #expect(
        await failure { () async throws(ChatError) in try await desk.service.setIgnored(true, user) } != nil)
    }
    try await desk.service.setIgnored(false, Said.eve)
    #expect(desk.server.requests.allSatisfy { $0.method != .put })
    await desk.close()
  }
}
