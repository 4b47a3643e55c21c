import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

/// Permissions are computed from the room's state, so a forbidden action makes no request.
@Suite("Roles")
struct ServiceRoleTests {
  private static func levels(_ id: String, _ content: String, at: Int) -> String {
    Said.state(id, "m.room.power_levels", by: Said.ben, at: at, content)
  }

  @Test("A forbidden action is refused without a request, and new levels are reported")
  func refusing() async throws {
    let desk = try await ServiceDesk.onHill(2)
    let (service, server) = (desk.service, desk.server)
    // By default, only moderators can change the state of a room.
    #expect(service.refusal(of: .rename, in: Said.hill) == .needsRole(.moderator))
    #expect(service.refusal(of: .invite, in: Said.hill) == nil)
    #expect(
      await failure { () async throws(ChatError) in
        try await service.update(Said.hill, ChannelChange(name: "Mine"))
      } == .refused(.needsRole(.moderator)))
    #expect(
      await failure { () async throws(ChatError) in try await service.pin("$1", in: Said.hill, Pinning()) }
        == .refused(.needsRole(.moderator)))
    #expect(
      await failure { () async throws(ChatError) in try await service.unpin("$1", in: Said.hill) }
        == .refused(.needsRole(.moderator)))
    #expect(server.count("/state/") == 0)
    let tap = EventTap(try await service.events(after: nil))
    server.happen(Self.levels("$l", #"{"users":{"@ben:example.org":100,"@ann:example.org":50}}"#, at: 900))
    #expect(await tap.next().map(\.event) == [.rolesChanged(channelId: Said.hill)])
    #expect(service.refusal(of: .rename, in: Said.hill) == nil)
    let members = try await service.members(of: Said.hill, ListQuery()).elements
    #expect(members.map(\.role) == [.owner, .moderator, .member])
    await desk.close()
  }

  @Test("Redacting others' messages needs permission, and is refused without a request")
  func deleting() async throws {
    let desk = try await ServiceDesk.onHill(2)
    let (service, server) = (desk.service, desk.server)
    let delete = { () async throws(ChatError) in try await service.delete("$1", in: Said.hill, hard: false) }
    #expect(service.refusal(of: .deleteOthers, in: Said.hill) == .needsRole(.moderator))
    #expect(await failure(delete) == .refused(.needsRole(.moderator)))
    #expect(server.count("/redact/") == 0)
    server.happen(Self.levels("$l", #"{"users":{"@ben:example.org":100,"@ann:example.org":50}}"#, at: 900))
    _ = try await service.currentEventToken()
    #expect(service.refusal(of: .deleteOthers, in: Said.hill) == nil)
    try await delete()
    #expect(server.count("/redact/") == 1)
    #expect(try await service.message("$1", in: Said.hill).isDeleted)
    await desk.close()
  }

  @Test("A restarted service knows the permissions before any request")
  func restart() async throws {
    let desk = try await ServiceDesk.onHill(2)
    await desk.close()
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    again.server.fail("/sync", .failure(.interrupted(.waiting)))
    _ = await failure { () async throws(ChatError) in try await again.service.currentEventToken() }
    #expect(again.service.refusal(of: .rename, in: Said.hill) == .needsRole(.moderator))
    await again.close()
  }
}
