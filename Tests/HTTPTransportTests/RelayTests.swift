import HTTPTransport
import LoopbackServer
import Synchronization
import Testing

/// Tests of the relay itself: a fault without an effect would hide errors.
@Suite("A relay between client and server")
struct RelayTests {
  private struct Sample: CustomTestStringConvertible {
    let fault: Relay.Fault
    /// The status of the answer; nil: no answer.
    let status: Int?
    /// The number of times that the server gets the request.
    let arrivals: Int

    var testDescription: String { "\(fault)" }
  }

  private static let samples = [
    Sample(fault: .none, status: 200, arrivals: 1),
    Sample(fault: .lateRequest(milliseconds: 5), status: 200, arrivals: 1),
    Sample(fault: .lateAnswer(milliseconds: 5), status: 200, arrivals: 1),
    Sample(fault: .unsent, status: nil, arrivals: 0), Sample(fault: .lost, status: nil, arrivals: 1),
    Sample(fault: .belated(milliseconds: 5), status: nil, arrivals: 1),
    Sample(fault: .cut(percent: 50), status: nil, arrivals: 1),
    Sample(fault: .reset(percent: 50), status: nil, arrivals: 1),
    Sample(fault: .repeatedRequest, status: 200, arrivals: 2),
    Sample(fault: .repeatedAnswer, status: 200, arrivals: 1),
    Sample(fault: .tooMany(milliseconds: 7), status: 429, arrivals: 0),
    Sample(fault: .badGateway, status: 502, arrivals: 0),
  ]

  @Test("Each fault has its effect, and the next request succeeds", arguments: samples)
  private func faults(sample: Sample) async throws {
    let server = try TestServer { connection, request in
      connection.answer(body: Array("<\(request.text)>".utf8))
    }
    defer { server.stop() }
    let fault = Mutex(sample.fault)
    let relay = try Relay(to: server.port) { _ in
      fault.withLock { fault in
        defer { fault = .none }
        return fault
      }
    }
    let transport = CurlTransport()
    let request = HTTPRequest(.put, "\(relay.url)/path?a=b", body: .bytes(Array("what is sent".utf8)))
    var response: HTTPResponse?
    do { response = try await transport.answer(to: request) } catch {
      #expect(sample.status == nil, "\(error)")
    }
    #expect(response?.status == sample.status)
    if sample.status == 200 { #expect(response?.text == "<what is sent>") }
    if sample.status == 429 { #expect(response?.text?.contains(#""retry_after_ms":7"#) == true) }
    for _ in 0..<sample.arrivals {
      let arrived = await server.arrivals.take()
      #expect(arrived.method == "PUT" && arrived.target == "/path?a=b" && arrived.text == "what is sent")
    }
    let next = try await transport.answer(to: HTTPRequest(.put, relay.url, body: .bytes(Array("next".utf8))))
    #expect(next.text == "<next>")
    #expect(await server.arrivals.take().text == "next")
    #expect(server.arrivals.isEmpty)
  }

  @Test("While it is down nothing passes, and requests in flight break")
  func down() async throws {
    let gate = Gate()
    let server = try TestServer { connection, request in
      if request.target == "/slow" { gate.pass() }
      connection.answer(text: "done")
    }
    defer { server.stop() }
    let relay = try Relay(to: server.port)
    let transport = CurlTransport()
    let url = relay.url
    let waiting = Task { await transport.failure(of: HTTPRequest(.get, "\(url)/slow")) }
    _ = await server.arrivals.take()
    relay.isDown = true
    #expect(await waiting.value != nil)
    #expect(await transport.failure(of: HTTPRequest(.get, url)) != nil)
    relay.isDown = false
    gate.open()
    #expect(try await transport.answer(to: HTTPRequest(.get, url)).text == "done")
    #expect(relay.counts == ["none": 2])
  }
}
