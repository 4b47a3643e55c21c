import HTTPTransport
import Testing

@testable import MatrixService

@Suite("Descriptions contain no token")
struct SessionSecrecyTests {
  static let session = Result {
    try Sample.session(SessionTokens(access: "SECRET-1", refresh: "SECRET-2"))
  }

  func texts<Value>(of value: Value) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return [
      "\(value)", String(describing: value), String(reflecting: value), "\([value])",
      "\(Optional(value) as Any)",
      dumped,
    ]
  }

  @Test("A session's description names user and server")
  func session() throws {
    let session = try Self.session.get()
    #expect("\(session)".contains("@ann:example.org at https://example.org"))
    for text in texts(of: session) { #expect(!text.contains("SECRET"), "\(text)") }
  }

  @Test("Descriptions of connection, requests and session keeper contain none")
  func connection() async throws {
    let session = try Self.session.get()
    let desk = try Desk(ScriptedTransport([.success(.ok)]), session: session)
    _ = try await desk.connection.answer(to: Sample.profile)
    let request = try #require(desk.transport.requests.first)
    #expect(request.token == "SECRET-1")
    let keeper = TokenRenewer(session, on: desk.sessionStore)
    for text in texts(of: desk.connection) + texts(of: request) + texts(of: keeper) {
      #expect(!text.contains("SECRET"), "\(text)")
    }
  }
}
