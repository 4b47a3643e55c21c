import Foundation
import HTTPTransport
import JSON
import ProgramTerminal
import Testing

extension LiveTests {
  /// A separate server whose administrator suspends and locks an account.
  @Suite("A suspended account")
  struct HeldAccountTests {
    /// The administrator of the server.
    private struct Administrator {
      let server: LiveServer
      let token: String
      let transport = CurlTransport()

      func ask(_ path: String, _ body: [String: Any]) async throws {
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: body))
        let response = try await transport.answer(
          to: HTTPRequest(
            .put, "\(server.url)/_synapse/admin/\(path)",
            fields: [
              HTTPField("Content-Type", "application/json"), HTTPField("Authorization", "Bearer \(token)"),
            ], body: .bytes(bytes)))
        #expect(response.isSuccess, "\(path): \(String(decoding: response.bytes ?? [], as: UTF8.self))")
      }
    }

    @Test("Suspended, then locked: messages wait, say so, and arrive once afterwards")
    func held() async throws {
      let synapse = try Script("synapse.py", of: try LiveServer.here())
      let server = try LiveServer(try synapse.read())
      try synapse.ask("register", ["name": "root", "password": "secret", "admin": true])
      let login = try await server.ask(
        .post, "login",
        [
          "type": "m.login.password", "password": "secret",
          "identifier": ["type": "m.id.user", "user": "root"],
        ])
      let root = Administrator(server: server, token: try #require(login["access_token"]?.string))
      let (ann, ben) = (try await server.person("ann"), try await server.person("ben"))
      try await server.room("kitchen", of: ann, inviting: [ben])
      let (here, there) = (try ann.signIn(), try ben.signIn())
      try here.until("→ #kitchen")
      try there.until("from \(ann.name)")
      try there.type(Keys.enter)
      try there.until("→ #kitchen")

      try await root.ask("v1/suspend/\(ann.id)", ["suspend": true])
      try here.send("not yet")
      try here.until("suspended · you can only read")
      // Reading still works.
      try there.send("are you there?")
      try here.untilSaid("are you there?")
      #expect(!here.shows("failed"))
      try await root.ask("v1/suspend/\(ann.id)", ["suspend": false])
      try there.untilSaid("not yet")
      try here.until("online again") { $0.shows("┘ online") && !$0.shows("queued") }

      try await root.ask("v2/users/\(ann.id)", ["locked": true])
      try here.send("nor now")
      try here.until("your account is locked")
      #expect(!here.shows("failed") && !here.shows("signed out"))
      try await root.ask("v2/users/\(ann.id)", ["locked": false])
      try there.untilSaid("nor now")
      try here.until("online again") { $0.shows("┘ online") && !$0.shows("queued") }
      for words in ["not yet", "nor now"] { #expect(there.messages.ranges(of: words).count == 1) }
      await root.transport.close()
    }
  }
}
