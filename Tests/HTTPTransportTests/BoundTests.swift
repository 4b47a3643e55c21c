import HTTPTransport
import LoopbackServer
import TestSupport
import Testing

@Suite("Limits on answers")
struct BoundTests {
  let transport = CurlTransport()

  @Test(
    "A body is read up to the limit and no further, in any encoding",
    arguments: ["length", "chunks", "end"], [(10, true), (9, false), (0, false)])
  func limit(how: String, sample: (limit: Int, fits: Bool)) async throws {
    let server = try TestServer { connection, _ in
      switch how {
      case "length": connection.answer(text: "0123456789")
      case "chunks":
        connection.write(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n")
      default:
        connection.write("HTTP/1.1 200 OK\r\n\r\n0123456789")
        connection.cut()
      }
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, to: .memory(limit: sample.limit))
    if sample.fits {
      #expect(try await transport.answer(to: request).text == "0123456789")
    } else {
      #expect(await transport.failure(of: request) == .answerTooLarge(limit: Int64(sample.limit)))
    }
  }

  @Test("An endless body is cut off at the limit")
  func endless() async throws {
    let server = try TestServer { connection, _ in
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      // Until the client stops reading.
      for _ in 0..<100_000 { connection.write([UInt8](repeating: 1, count: 10_000)) }
      connection.cut()
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, to: .memory(limit: 1 << 20))
    #expect(await transport.failure(of: request) == .answerTooLarge(limit: 1 << 20))
  }

  @Test("An announced length over the limit is refused before the body")
  func announced() async throws {
    let server = try TestServer { connection, _ in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, to: .memory(limit: 999))
    #expect(await transport.failure(of: request) == .answerTooLarge(limit: 999))
  }

  @Test("125 bytes that expand to 10 MiB are refused at the limit, and accepted within it")
  func bomb() async throws {
    let server = try TestServer { connection, _ in
      connection.answer(200, ["Content-Encoding: gzip, gzip"], body: Compressed.bomb)
    }
    defer { server.stop() }
    #expect(Compressed.bomb.count == 125)
    let tight = HTTPRequest(.get, server.url, to: .memory(limit: 1 << 20))
    #expect(await transport.failure(of: tight) == .answerTooLarge(limit: 1 << 20))
    let wide = HTTPRequest(.get, server.url, to: .memory(limit: 10 << 20))
    #expect(try await transport.answer(to: wide).bytes?.count == 10 << 20)
  }

  @Test("The same limit applies to a file, of which nothing is left")
  func file() async throws {
    let server = try TestServer { connection, _ in
      connection.answer(200, ["Content-Encoding: gzip, gzip"], body: Compressed.bomb)
    }
    defer { server.stop() }
    let folder = try ScratchFolder()
    let request = HTTPRequest(.get, server.url, to: .file(path: folder.path("a"), limit: 1 << 20))
    #expect(await transport.failure(of: request) == .answerTooLarge(limit: 1 << 20))
    #expect(try folder.names == [])
  }

  @Test(
    "Fields over the limits are refused, up to them accepted",
    arguments: [(200, 10, true), (300, 10, false), (50, 1000, true), (70, 1000, false), (2, 70_000, false)])
  func fields(sample: (count: Int, size: Int, fits: Bool)) async throws {
    let server = try TestServer { connection, _ in
      connection.answer(
        200, (0..<sample.count).map { "F\($0): " + String(repeating: "x", count: sample.size) }, text: "a")
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url)
    if sample.fits {
      #expect(try await transport.answer(to: request).fields.count == sample.count + 1)
    } else {
      #expect(await transport.failure(of: request) == .headTooLarge)
    }
  }

  @Test("A server that sends only interim responses is abandoned")
  func informational() async throws {
    let server = try TestServer { connection, _ in
      for _ in 0..<1000 { connection.write("HTTP/1.1 100 Continue\r\n\r\n") }
      connection.answer()
    }
    defer { server.stop() }
    #expect(await transport.failure(of: HTTPRequest(.get, server.url)) == .headTooLarge)
  }
}
