import LoopbackServer
import TestSupport
import Testing

@testable import HTTPTransport

@Suite("Cancellation")
struct CancellationTests {
  @Test(
    "A request cancelled before it starts sends and loads nothing",
    arguments: [HTTPRequest.Method.get, .post])
  func before(method: HTTPRequest.Method) async {
    let transport = CurlTransport()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await transport.failure(of: HTTPRequest(method, "http://localhost:1/"))
    }
    #expect(await task.value == .cancelled)
    #expect(!transport.isRunning)
  }

  @Test("A request cancelled in the queue is not sent", arguments: [HTTPRequest.Method.get, .post])
  func turn(method: HTTPRequest.Method) async throws {
    let transport = CurlTransport(abreast: 1)
    let gate = Gate()
    let server = try TestServer { connection, _ in
      gate.pass()
      connection.answer()
    }
    defer { server.stop() }
    async let first = transport.answer(to: HTTPRequest(.get, server.url + "/first"))
    #expect(await server.arrivals.take().target == "/first")
    let task = Task { await transport.failure(of: HTTPRequest(method, server.url + "/second")) }
    while transport.count < 2 { await Task.yield() }
    task.cancel()
    #expect(await task.value == .cancelled)
    gate.open()
    #expect(try await first.status == 200)
    _ = try await transport.answer(to: HTTPRequest(.get, server.url + "/third"))
    #expect(await server.arrivals.take().target == "/third")
  }

  @Test(
    "A request without effect is abandoned at any time", arguments: [false, true])
  func given(answers: Bool) async throws {
    let transport = CurlTransport()
    let gate = Gate()
    let begun = Mailbox<Bool>()
    let server = try TestServer { connection, request in
      if answers { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf") }
      begun.put(true)
      gate.pass()
    }
    defer {
      gate.open()
      server.stop()
    }
    // A search is a POST without an effect.
    for request in [HTTPRequest(.get, server.url), HTTPRequest(.post, server.url, hasEffect: false)] {
      let task = Task { await transport.failure(of: request) }
      _ = await begun.take()
      task.cancel()
      #expect(await task.value == .cancelled)
    }
  }

  @Test(
    "A request with an effect is completed once sent",
    arguments: [HTTPRequest.Method.put, .post, .delete], [false, true])
  func finished(method: HTTPRequest.Method, answers: Bool) async throws {
    let transport = CurlTransport()
    let gate = Gate()
    let begun = Mailbox<Bool>()
    let server = try TestServer { connection, _ in
      if answers { connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndo") }
      begun.put(true)
      gate.pass()
      if answers { connection.write("ne") } else { connection.answer(text: "done") }
    }
    defer { server.stop() }
    let task = Task { try await transport.answer(to: HTTPRequest(method, server.url)) }
    _ = await begun.take()
    task.cancel()
    gate.open()
    #expect(try await task.value.text == "done")
  }

  @Test("A partial file is removed")
  func file() async throws {
    let transport = CurlTransport()
    let folder = try ScratchFolder()
    let gate = Gate()
    let server = try TestServer { connection, _ in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      gate.pass()
    }
    defer {
      gate.open()
      server.stop()
    }
    let request = HTTPRequest(.get, server.url, to: .file(path: folder.path("a"), limit: 100))
    let task = Task { await transport.failure(of: request) }
    _ = await server.arrivals.take()
    while try folder.names.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(try folder.names == [])
  }
}
