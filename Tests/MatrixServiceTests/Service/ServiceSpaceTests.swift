import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("Spaces at a homeserver")
struct ServiceSpaceTests {
  private static let space: ChannelID = "!space:example.org"

  @Test(
    "An empty space is asked for what is in it once, whatever restarts there are; a failure is asked again")
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
