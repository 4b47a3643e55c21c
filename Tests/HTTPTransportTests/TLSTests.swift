import HTTPTransport
import LoopbackServer
import TestSupport
import Testing

@Suite("TLS is always verified")
struct TLSTests {
  static let secret = [HTTPField("Authorization", "Bearer t0ken")]

  private func server(_ certificate: String) throws -> TestServer {
    try TestServer(certificate: certificate) { connection, _ in
      connection.answer(text: connection.offeredHTTP2 ? "h2" : "http/1.1")
    }
  }

  @Test(
    "A server with a certificate of our authority is trusted for its names, and offered HTTP/2",
    arguments: ["localhost", "127.0.0.1"])
  func trusted(host: String) async throws {
    let server = try server("localhost")
    defer { server.stop() }
    let transport = CurlTransport(certificates: TestServer.fixture("localhost.pem"))
    for _ in 0..<2 {
      let request = HTTPRequest(.get, "https://\(host):\(server.port)/", fields: Self.secret)
      #expect(try await transport.answer(to: request).text == "h2")
    }
    #expect(server.accepted == 1)
  }

  @Test("A certificate of an unknown authority is refused, and the token is not sent")
  func unknown() async throws {
    let server = try server("localhost")
    defer { server.stop() }
    let request = HTTPRequest(.post, "https://localhost:\(server.port)/", fields: Self.secret)
    #expect(
      await CurlTransport().failure(of: request) == .refusedByTLS(host: "localhost", .certificate))
    #expect(server.arrivals.isEmpty)
  }

  @Test("A certificate for another server is refused")
  func other() async throws {
    let server = try server("elsewhere")
    defer { server.stop() }
    let transport = CurlTransport(certificates: TestServer.fixture("elsewhere.pem"))
    let request = HTTPRequest(.post, "https://localhost:\(server.port)/", fields: Self.secret)
    #expect(await transport.failure(of: request) == .refusedByTLS(host: "localhost", .certificate))
    #expect(server.arrivals.isEmpty)
  }

  @Test("A unix socket does not lower the checks")
  func socket() async throws {
    let folder = try ScratchFolder()
    let server = try TestServer(on: .socket(folder.path("s")), certificate: "localhost") { connection, _ in
      connection.answer()
    }
    defer { server.stop() }
    let transport = CurlTransport(certificates: TestServer.fixture("localhost.pem"))
    let right = HTTPRequest(.get, "https://localhost/", socket: folder.path("s"))
    #expect(try await transport.answer(to: right).status == 200)
    let wrong = HTTPRequest(.get, "https://chat.example/", socket: folder.path("s"))
    #expect(await transport.failure(of: wrong) == .refusedByTLS(host: "chat.example", .certificate))
  }

  @Test("A server without TLS is never asked in plain text")
  func plain() async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    let greeted = try ImpatientServer(answer: "HTTP/1.1 400 Bad Request\r\n\r\n")
    defer { greeted.stop() }
    let request = HTTPRequest(.post, "https://localhost:\(greeted.port)/", fields: Self.secret)
    #expect(await CurlTransport().failure(of: request) == .refusedByTLS(host: "localhost", .handshake))
    #expect(server.arrivals.isEmpty)
  }

  @Test("An unreadable file of authorities is an error")
  func missing() async throws {
    let server = try server("localhost")
    defer { server.stop() }
    let transport = CurlTransport(certificates: "/nonexistent.pem")
    let request = HTTPRequest(.post, "https://localhost:\(server.port)/", fields: Self.secret)
    #expect(await transport.failure(of: request) == .refusedByTLS(host: "localhost", .certificate))
    #expect(server.arrivals.isEmpty)
  }
}
