import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

/// Results of the server and of the cache are merged.
@Suite("Search")
struct ServiceSearchTests {
  private static func desk(_ fill: (Homeserver) -> Void) async throws -> ServiceDesk {
    let server = Homeserver()
    server.happen(Said.foundation())
    fill(server)
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    return desk
  }

  private static func all(_ desk: ServiceDesk, in room: ChannelID? = nil, by limit: Int) async throws
    -> [String]
  {
    var found: [String] = []
    var cursor: Cursor?
    var pages = 0
    repeat {
      let page = try await desk.service.search(
        SearchQuery(text: "needle", channelId: room, limit: limit, cursor: cursor))
      found += page.elements.map(\.id.rawValue)
      #expect(page.elements.count <= limit)
      cursor = page.next
      pages += 1
    } while cursor != nil && pages < 50
    #expect(cursor == nil)
    return found
  }

  /// A result of the server that does not match.
  private static func decoy(_ id: String, at: Int) -> String {
    Said.event(
      id, "m.room.message", by: Said.ben, at: at, #"{"msgtype":"m.text","body":"hay","x":"needle"}"#)
  }

  @Test(
    "The server's results are filtered until a page is full or they end",
    arguments: [1, 10, 60])
  func decoys(limit: Int) async throws {
    let desk = try await Self.desk { server in
      server.happen((0..<3).map { Said.text("$\($0)", "a needle", at: $0) })
      server.happen((0..<400).map { Self.decoy("$hay-\($0)", at: 10 + $0) })
    }
    #expect(try await Self.all(desk, by: limit) == ["$2", "$1", "$0"])
    await desk.close()
  }

  @Test("A page makes a limited number of requests")
  func bounded() async throws {
    let desk = try await Self.desk { server in
      server.happen((0..<400).map { Self.decoy("$hay-\($0)", at: 10 + $0) })
    }
    let page = try await desk.service.search(SearchQuery(text: "needle", limit: 10))
    #expect(page.elements.isEmpty && page.next != nil)
    #expect(desk.server.count("/search") == 5)
    await desk.close()
  }

  @Test("Old local results do not hide later ones of the server", arguments: [7, 51, 200])
  func old(limit: Int) async throws {
    let desk = try await Self.desk { server in
      server.happen(Said.foundation(of: "Lake", at: -90_000), in: Said.lake)
      server.happen(Said.text("$old", "a needle", at: -80_000), in: Said.lake)
      server.happen((0..<120).map { Said.text("$\($0)", "a needle", at: $0) })
      server.happen(Said.text("$hay", "hay", at: 500))
    }
    #expect(try await Self.all(desk, by: limit) == (0..<120).reversed().map { "$\($0)" } + ["$old"])
    await desk.close()
  }

  @Test("The server is asked for an author's messages, and reads the history where there are no words")
  func authors() async throws {
    let desk = try await Self.desk { server in
      server.happen(Said.text("$ann", "a needle", by: Said.ann, at: 1))
      server.happen(Said.text("$ben", "a needle", by: Said.ben, at: 2))
      server.happen((0..<60).map { Said.text("$hay-\($0)", "hay", by: Said.ann, at: 10 + $0) })
    }
    func found(_ text: String, in room: ChannelID?) async throws -> [String] {
      try await desk.service.search(
        SearchQuery(text: text, authors: [Said.ben], channelId: room, limit: 10)
      ).elements.map(\.id.rawValue)
    }
    #expect(try await found("", in: Said.hill) == ["$ben"])
    #expect(desk.server.count("/search") == 0)
    #expect(try await found("needle", in: nil) == ["$ben"])
    #expect(desk.server.requests.contains { $0.text.contains(#""senders":["\#(Said.ben)"]"#) })
    await desk.close()
  }

  @Test("A search in an encrypted room is not sent")
  func encrypted() async throws {
    let desk = try await Self.desk { server in
      server.happen((0..<3).map { Said.text("$\($0)", "a needle", at: $0) })
      server.happen(Said.text("$hay", "hay", at: 500))
      server.happen(Said.foundation(of: "Lake"), in: Said.lake)
      server.happen(
        Said.state("$enc", "m.room.encryption", at: 1, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#),
        in: Said.lake)
      server.happen(Said.encrypted("$secret", at: 501), in: Said.lake)
    }
    #expect(try await Self.all(desk, in: Said.lake, by: 10).isEmpty)
    #expect(desk.server.count("/search") == 0)
    #expect(try await Self.all(desk, by: 10) == ["$2", "$1", "$0"])
    let asked = desk.server.requests.filter { $0.url.contains("/search") }
    #expect(asked.count == 1)
    #expect(
      asked.allSatisfy { $0.text.contains(Said.hill.rawValue) && !$0.text.contains(Said.lake.rawValue) })
    await desk.close()
  }

  @Test("A room without cached messages is not complete locally")
  func unseen() {
    #expect(!Room(id: Said.hill).isComplete)
  }
}
