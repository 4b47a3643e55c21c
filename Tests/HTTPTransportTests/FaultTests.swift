import LoopbackServer
import Synchronization
import TestSupport
import Testing

@testable import HTTPTransport

@Suite("Kinds of failure")
struct FaultTests {
  let transport = CurlTransport()

  @Test(
    "A broken connection reports how far the request came",
    arguments: [
      ("", HTTPError.Progress.sent), ("HTTP/1.1 200 O", .answered),
      ("HTTP/1.1 200 OK\r\nA: b\r\n", .answered),
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", .answered),
      ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", .answered),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", .answered),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", .answered),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", .answered),
    ], [HTTPRequest.Method.get, .post])
  func cut(sample: (part: String, progress: HTTPError.Progress), method: HTTPRequest.Method) async throws {
    let server = try TestServer { connection, _ in
      connection.write(sample.part)
      connection.cut()
    }
    defer { server.stop() }
    let failure = await transport.failure(of: HTTPRequest(method, server.url))
    // libcurl reports only whole lines of a head, so half a line counts as none.
    let possible: [HTTPError] =
      sample.part.hasSuffix("O")
      ? [.interrupted(.sent), .interrupted(.answered)] : [.interrupted(sample.progress)]
    #expect(failure.map(possible.contains) == true, "\(String(reflecting: failure))")
  }

  @Test("A reset counts as an interruption")
  func reset() async throws {
    let server = try TestServer { connection, _ in connection.reset() }
    defer { server.stop() }
    #expect(await transport.failure(of: HTTPRequest(.post, server.url)) == .interrupted(.sent))
  }

  @Test("Bytes beyond the announced length are ignored")
  func tooLong() async throws {
    let server = try TestServer { connection, _ in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhello, HTTP/1.1 200 OK\r\n\r\n")
    }
    defer { server.stop() }
    for _ in 0..<2 {
      #expect(try await transport.answer(to: HTTPRequest(.get, server.url)).text == "hell")
    }
    #expect(server.accepted == 2)
  }

  @Test("A duplicate answer is not used for the next request", arguments: [0, 1])
  func twice(split: Int) async throws {
    let count = Mutex(0)
    let sizes = [0, 1, 80, 16_000, 16_300, 16_340, 16_384, 32_700, 65_536, 300_000]
    let server = try TestServer { connection, _ in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      let body = "\(number) " + String(repeating: "x", count: sizes[number % sizes.count])
      let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      // In one write, or with the rest of the second answer later.
      let whole = answer + answer
      let place = whole.utf8.count - split * answer.utf8.count / 2
      connection.write(Array(whole.utf8.prefix(place)))
      connection.write(Array(whole.utf8.dropFirst(place)))
    }
    defer { server.stop() }
    for number in 0..<200 {
      let text = try await transport.answer(to: HTTPRequest(.get, server.url)).text
      #expect(text?.prefix { $0 != " " } == "\(number)")
    }
  }

  @Test(
    "Invalid HTTP is not an answer",
    arguments: [
      "SSH-2.0-OpenSSH_9.2\r\n", "\r\n\r\n", "<html>hello</html>",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nContent-Encoding: bogus\r\nContent-Length: 5\r\n\r\nhello",
      "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello\r\n",
      "HTTP/1.1 200 OK\r\nA: \0\r\n\r\n",
    ])
  func nonsense(text: String) async throws {
    let server = try TestServer { connection, _ in
      connection.write(text)
      connection.cut()
    }
    defer { server.stop() }
    let failure = await transport.failure(of: HTTPRequest(.get, server.url))
    #expect(failure == .invalidAnswer || failure == .interrupted(.answered), "\(String(reflecting: failure))")
  }

  @Test("A port without a server refuses the connection")
  func refused() async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    // After the first connection ends, only the listener has the port.
    _ = try await transport.answer(to: HTTPRequest(.get, server.url))
    server.stop()
    let url = "http://127.0.0.1:1"
    #expect(await transport.failure(of: HTTPRequest(.post, url)) == .cannotConnect(host: "127.0.0.1"))
    let folder = try ScratchFolder()
    let request = HTTPRequest(.post, "http://a/", socket: folder.path("none"))
    #expect(await transport.failure(of: request) == .cannotConnect(host: "a"))
  }

  @Test("An unknown host is reported by name")
  func unresolved() async {
    // A label of more than 63 letters is invalid, so there is no DNS request.
    let host = String(repeating: "a", count: 64) + ".invalid"
    #expect(await transport.failure(of: HTTPRequest(.post, "https://\(host)/")) == .cannotResolve(host: host))
  }

  @Test("A server that does not answer times out", arguments: [HTTPRequest.Method.get, .post])
  func silence(method: HTTPRequest.Method) async throws {
    let server = try TestServer { _, _ in }
    defer { server.stop() }
    #expect(await lateFailure(of: HTTPRequest(method, server.url)) == .timedOut(.sent))
  }

  /// The error of a request with a short timeout, which is still long enough to be sent on a busy machine.
  private func lateFailure(of request: HTTPRequest) async -> HTTPError? {
    var request = request
    var failure: HTTPError?
    for milliseconds in [50, 500, 5000] where failure == nil || failure == .timedOut(.waiting) {
      request.patience.total = .milliseconds(milliseconds)
      failure = await transport.failure(of: request)
    }
    return failure
  }

  @Test("A server that stops halfway times out")
  func stopped() async throws {
    let server = try TestServer { connection, _ in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
    }
    defer { server.stop() }
    let failure = await lateFailure(of: HTTPRequest(.get, server.url))
    // The server has written the answer, but it may not have arrived yet.
    #expect(failure == .timedOut(.answered) || failure == .timedOut(.sent))
    let patience = Patience(total: nil, slowest: Patience.Speed(bytesPerSecond: 100, seconds: 1))
    #expect(
      await transport.failure(of: HTTPRequest(.get, server.url, patience: patience)) == .timedOut(.answered))
  }

  @Test("A server that accepts but never speaks times out")
  func unanswered() async throws {
    // The server takes the TLS handshake as headers without an end, and never answers.
    let server = try TestServer { _, _ in }
    defer { server.stop() }
    let url = "https://127.0.0.1:\(server.port)/"
    let request = HTTPRequest(.post, url, patience: Patience(connecting: .milliseconds(50)))
    #expect(await transport.failure(of: request) == .timedOut(.waiting))
  }

  @Test("Time in the queue counts")
  func turn() async throws {
    let transport = CurlTransport(abreast: 1)
    let gate = Gate()
    let server = try TestServer { connection, _ in
      gate.pass()
      connection.answer()
    }
    defer { server.stop() }
    async let first = transport.answer(to: HTTPRequest(.get, server.url + "/first"))
    #expect(await server.arrivals.take().target == "/first")
    let late = HTTPRequest(.post, server.url + "/late", patience: Patience(total: .milliseconds(50)))
    #expect(await transport.failure(of: late) == .timedOut(.waiting))
    gate.open()
    #expect(try await first.status == 200)
    #expect(server.arrivals.isEmpty)
  }
}
