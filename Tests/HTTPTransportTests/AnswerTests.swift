import HTTPTransport
import LoopbackServer
import TestSupport
import Testing

@Suite("Requests and answers")
struct AnswerTests {
  let transport = CurlTransport()

  @Test("An answer has its status, fields and body")
  func answer() async throws {
    let server = try TestServer { connection, _ in
      connection.answer(
        201, ["Content-Type:  text/plain ", "Set-Cookie: a=1", "set-cookie: b=2", "Empty:"], text: "hello")
    }
    defer { server.stop() }
    let response = try await transport.answer(to: HTTPRequest(.get, server.url + "/a?b=c"))
    #expect(response.status == 201)
    #expect(response.isSuccess)
    #expect(response.text == "hello")
    #expect(response["content-type"] == "text/plain")
    #expect(response.fields.filter { $0.isNamed("Set-Cookie") }.map(\.value) == ["a=1", "b=2"])
    #expect(response["empty"] == "")
    #expect(response["missing"] == nil)
    let request = await server.arrivals.take()
    #expect(request.target == "/a?b=c")
    #expect(request.values(of: "Host") == ["127.0.0.1:\(server.port)"])
  }

  @Test(
    "A request arrives with its method, fields and body",
    arguments: [
      (HTTPRequest.Method.get, HTTPRequest.Body.none, [String]()), (.delete, .none, []),
      (.put, .none, ["0"]), (.post, .none, ["0"]), (.post, .bytes([]), ["0"]),
      (.put, .bytes(Array("{\"a\":1}".utf8)), ["7"]), (.post, .bytes(Array("grüezi".utf8)), ["7"]),
      (.delete, .bytes(Array("x".utf8)), ["1"]), (.get, .bytes(Array("x".utf8)), ["1"]),
    ])
  func request(method: HTTPRequest.Method, body: HTTPRequest.Body, lengths: [String]) async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    let fields = [HTTPField("Authorization", "Bearer t0ken"), HTTPField("X-Empty", "")]
    let request = HTTPRequest(method, server.url + "/", fields: fields, body: body)
    #expect(try await transport.answer(to: request).status == 200)
    let arrived = await server.arrivals.take()
    #expect(arrived.method == method.rawValue)
    #expect(arrived.values(of: "authorization") == ["Bearer t0ken"])
    #expect(arrived.values(of: "x-empty") == [""])
    #expect(arrived.values(of: "content-length") == lengths)
    #expect(arrived.values(of: "transfer-encoding").isEmpty)
    #expect(arrived.values(of: "expect").isEmpty)
    #expect(arrived.values(of: "content-type").isEmpty)
    if case .bytes(let bytes) = body { #expect(arrived.body == bytes) } else { #expect(arrived.body.isEmpty) }
  }

  @Test("A large body is sent without asking first")
  func largeBody() async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    let request = HTTPRequest(.put, server.url, body: .bytes([UInt8](repeating: 7, count: 3 << 20)))
    #expect(try await transport.answer(to: request).status == 200)
    let arrived = await server.arrivals.take()
    #expect(arrived.body.count == 3 << 20)
    #expect(arrived.values(of: "content-length") == ["\(3 << 20)"])
    #expect(arrived.values(of: "transfer-encoding") + arrived.values(of: "expect") == [])
  }

  @Test("A path arrives unchanged, with its dots")
  func path() async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    _ = try await transport.answer(to: HTTPRequest(.get, server.url + "/rooms/../%2F/./a//b"))
    #expect(await server.arrivals.take().target == "/rooms/../%2F/./a//b")
  }

  @Test("A redirect is returned and not followed", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) async throws {
    let other = try TestServer { connection, _ in connection.answer() }
    let server = try TestServer { connection, _ in
      connection.answer(status, ["Location: \(other.url)/token"], text: "there")
    }
    defer {
      server.stop()
      other.stop()
    }
    let request = HTTPRequest(.get, server.url, fields: [HTTPField("Authorization", "Bearer t0ken")])
    let response = try await transport.answer(to: request)
    #expect(response.status == status)
    #expect(response["location"] == "\(other.url)/token")
    #expect(response.text == "there")
    #expect(other.accepted == 0)
  }

  @Test("Any status is an answer", arguments: [204, 304, 400, 401, 404, 429, 500, 502])
  func status(status: Int) async throws {
    let server = try TestServer { connection, _ in
      // These two have no body, whatever their length field says.
      connection.answer(status, body: status == 204 || status == 304 ? [] : Array("why".utf8))
    }
    defer { server.stop() }
    let response = try await transport.answer(to: HTTPRequest(.post, server.url))
    #expect(response.status == status)
    #expect(response.isSuccess == (status == 204))
    #expect(response.text == (status == 204 || status == 304 ? "" : "why"))
  }

  @Test("Interim responses are skipped")
  func informational() async throws {
    let server = try TestServer { connection, _ in
      connection.write("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n")
      connection.answer(200, ["Real: yes"], text: "now")
    }
    defer { server.stop() }
    let response = try await transport.answer(to: HTTPRequest(.get, server.url))
    #expect(response.status == 200)
    #expect(response["link"] == nil)
    #expect(response["real"] == "yes")
    #expect(response.text == "now")
  }

  @Test("A chunked body is joined, and trailers are ignored")
  func chunks() async throws {
    let server = try TestServer { connection, _ in
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      connection.write("3\r\nhel\r\n")
      connection.write("2;x=y\r\nlo\r\n0\r\nHTTP/1.1 500: No\r\nStatus: 500\r\n\r\n")
    }
    defer { server.stop() }
    let response = try await transport.answer(to: HTTPRequest(.get, server.url))
    #expect(response.status == 200)
    #expect(response.text == "hello")
    #expect(response["status"] == nil)
  }

  @Test("A compressed body is requested and decompressed")
  func compression() async throws {
    let server = try TestServer { connection, _ in
      connection.answer(200, ["Content-Encoding: gzip"], body: Compressed.greeting)
    }
    defer { server.stop() }
    let response = try await transport.answer(to: HTTPRequest(.get, server.url))
    #expect(response.text == "grüezigrüezigrüezi")
    #expect(await server.arrivals.take().values(of: "accept-encoding").first?.contains("gzip") == true)
  }

  @Test("A truncated compressed body is returned as far as it goes", arguments: [1, 12, 20, 28])
  func partlyCompressed(count: Int) async throws {
    let server = try TestServer { connection, _ in
      connection.answer(200, ["Content-Encoding: gzip"], body: Array(Compressed.greeting.prefix(count)))
    }
    defer { server.stop() }
    let response = try await transport.answer(to: HTTPRequest(.get, server.url))
    #expect(response.bytes.map { Array("grüezigrüezigrüezi".utf8).starts(with: $0) } == true)
  }

  @Test("A server on a unix socket is asked under any host name")
  func unixSocket() async throws {
    let folder = try ScratchFolder()
    let server = try TestServer(on: .socket(folder.path("s"))) { connection, _ in
      connection.answer(text: "local")
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, "http://chat.example/x", socket: folder.path("s"))
    #expect(try await transport.answer(to: request).text == "local")
    let arrived = await server.arrivals.take()
    #expect(arrived.values(of: "host") == ["chat.example"])
    #expect(arrived.target == "/x")
  }

  @Test("Other programs do not inherit connections")
  func descriptors() async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    _ = try await transport.answer(to: HTTPRequest(.get, server.url))
    let flags = try Descriptors.flags(ofConnectionsTo: server.port)
    #expect(!flags.isEmpty)
    #expect(flags.allSatisfy { $0 })
  }
}
