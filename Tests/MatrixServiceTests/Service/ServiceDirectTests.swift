import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("The known direct channel")
struct ServiceDirectTests {
  private func desk(isDirect: Bool, andBenLeft: Bool = false) async throws -> ServiceDesk {
    let server = Homeserver(limit: 50)
    server.happen(Said.foundation())
    if andBenLeft {
      server.happen([
        #"""
        {"type":"m.room.member","sender":"@ben:example.org","event_id":"$gone","state_key":"@ben:example.org",
        "origin_server_ts":\#(Said.beginning + 900_000),"content":{"membership":"leave"}}
        """#
      ])
    }
    if isDirect { server.set("m.direct", #"{"@ben:example.org":["!hill:example.org"]}"#, in: nil) }
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    return desk
  }

  @Test("It is found from the server's data, without a request")
  func known() async throws {
    let desk = try await desk(isDirect: true)
    let asked = desk.server.requests.filter { $0.method != .get }.count
    let found = try await desk.service.knownDirectChannel(with: Said.ben)
    #expect(found?.id == Said.hill && found?.partner?.id == Said.ben)
    #expect(try await desk.service.knownDirectChannel(with: Said.ann) == nil)
    #expect(try await desk.service.knownDirectChannel(with: Said.eve) == nil)
    #expect(desk.server.requests.filter { $0.method != .get }.count == asked)
    await desk.close()
  }

  @Test("A room without a name is named after its members, also if the server lists none")
  func nameless() async throws {
    let server = Homeserver(limit: 50)
    server.happen(Said.foundation().filter { !$0.contains("m.room.name") })
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    #expect(try await desk.service.channel(Said.hill).channel.name == "Ben, Eve")
    await desk.close()
  }

  @Test("A room of two without that mark is not one, nor is one that the other person left")
  func none() async throws {
    let group = try await desk(isDirect: false)
    #expect(try await group.service.knownDirectChannel(with: Said.ben) == nil)
    await group.close()
    let left = try await desk(isDirect: true, andBenLeft: true)
    #expect(try await left.service.knownDirectChannel(with: Said.ben) == nil)
    await left.close()
  }
}
