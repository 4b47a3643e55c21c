import HTTPTransport
import LoopbackServer
import Testing

@Suite("Connections are kept, and requests with effects are sent once")
struct ConnectionTests {
  @Test("Consecutive requests share a connection")
  func reuse() async throws {
    let transport = CurlTransport()
    let server = try TestServer { connection, request in connection.answer(text: request.target) }
    defer { server.stop() }
    for number in 0..<50 {
      let method: HTTPRequest.Method = number.isMultiple(of: 2) ? .get : .post
      let request = HTTPRequest(method, server.url + "/\(number)", body: .none)
      #expect(try await transport.answer(to: request).text == "/\(number)")
    }
    #expect(server.accepted == 1)
  }

  @Test("200 concurrent requests get their own answers within the limit of connections")
  func abreast() async throws {
    let transport = CurlTransport(abreast: 8)
    let server = try TestServer { connection, request in
      connection.answer(text: request.target + request.text)
    }
    defer { server.stop() }
    let url = server.url
    try await withThrowingTaskGroup(of: (Int, String?).self) { group in
      for number in 0..<200 {
        group.addTask {
          let request = HTTPRequest(.put, url + "/\(number)", body: .bytes(Array("+\(number)".utf8)))
          return (number, try await transport.answer(to: request).text)
        }
      }
      var count = 0
      for try await (number, text) in group {
        #expect(text == "/\(number)+\(number)")
        count += 1
      }
      #expect(count == 200)
    }
    #expect((1...8).contains(server.accepted))
  }

  /// The first request leaves a kept connection, which the server cuts when the second arrives: by then the server
  /// has all of it, and libcurl has no byte of an answer.
  private func cutting(_ second: HTTPRequest.Method) throws -> TestServer {
    try TestServer { connection, request in
      switch request.target {
      case "/first": connection.answer()
      case "/cut" where request.values(of: "again").isEmpty: connection.cut()
      default: connection.answer(text: "never")
      }
    }
  }

  @Test(
    "A request with an effect is not resent when its kept connection breaks",
    arguments: [HTTPRequest.Method.put, .post, .delete], [HTTPRequest.Body.none, .bytes(Array("{}".utf8))])
  func once(method: HTTPRequest.Method, body: HTTPRequest.Body) async throws {
    let transport = CurlTransport()
    let server = try cutting(method)
    defer { server.stop() }
    _ = try await transport.answer(to: HTTPRequest(.get, server.url + "/first"))
    _ = await server.arrivals.take()
    let request = HTTPRequest(method, server.url + "/cut", body: body)
    #expect(await transport.failure(of: request) == .interrupted(.sent))
    #expect(await server.arrivals.take().target == "/cut")
    // The next request to arrive is a new one, not a repetition.
    _ = try await transport.answer(to: HTTPRequest(.get, server.url + "/first"))
    #expect(await server.arrivals.take().target == "/first")
  }

  @Test("A request without effect is resent once over a new connection")
  func again() async throws {
    let transport = CurlTransport()
    let server = try cutting(.get)
    defer { server.stop() }
    _ = try await transport.answer(to: HTTPRequest(.get, server.url + "/first"))
    #expect(await transport.failure(of: HTTPRequest(.get, server.url + "/cut")) == .interrupted(.sent))
    let targets = [await server.arrivals.take(), await server.arrivals.take(), await server.arrivals.take()]
    #expect(targets.map(\.target) == ["/first", "/cut", "/cut"])
    #expect(server.accepted == 2)
  }

  @Test(
    "A kept connection that the server closed is not used",
    arguments: [HTTPRequest.Method.get, .post])
  func closed(method: HTTPRequest.Method) async throws {
    let transport = CurlTransport()
    let closed = Mailbox<Bool>()
    let server = try TestServer { connection, _ in
      connection.answer()
      connection.cut()
      closed.put(true)
    }
    defer { server.stop() }
    for _ in 0..<3 {
      #expect(try await transport.answer(to: HTTPRequest(method, server.url)).status == 200)
      _ = await closed.take()
    }
    #expect(server.accepted == 3)
  }
}
