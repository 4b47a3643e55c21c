import ChatDomain
import HTTPTransport
import Testing

@testable import MatrixService

@Suite("Requests of a session")
struct ConnectionRequestTests {
  @Test("A request goes to the session's server, with its token where needed")
  func request() async throws {
    let desk = try Desk(ScriptedTransport([.success(HTTPResponse(200, #"{"a":1}"#))]))
    let answer = try await desk.connection.answer(to: Sample.send(7))
    #expect(answer.map { String(decoding: $0, as: UTF8.self) } == #"{"a":1}"#)
    _ = try await desk.connection.answer(to: .versions)
    let requests = desk.transport.requests
    #expect(requests[0].method == .put)
    #expect(requests[0].url == "https://example.org" + Sample.send(7).target)
    #expect(requests[0].token == "access-0")
    #expect(requests[0].value(of: "Content-Type") == "application/json")
    #expect(requests[0].text == "{}")
    #expect(requests[0].hasEffect)
    #expect(requests[1].url == "https://example.org/_matrix/client/versions")
    #expect(requests[1].fields.isEmpty)
    #expect(!requests[1].hasEffect)
  }

  @Test("A sync times out after the server's long poll, other requests after the usual time")
  func patience() async throws {
    let desk = try Desk(ScriptedTransport([.success(.ok)]))
    for patience in [Duration.seconds(30), .zero] {
      _ = try await desk.connection.answer(
        to: .sync(since: "s", filter: SyncFilter(), patience: patience), FailureContext(.sync), limit: 77)
    }
    #expect(desk.transport.requests.map(\.patience) == [.poll(.seconds(30)), .usual])
    #expect(desk.transport.requests.map(\.destination) == [.memory(limit: 77), .memory(limit: 77)])
  }

  @Test("A file is read while it is sent, and a download is written in place")
  func files() async throws {
    let transport = ScriptedTransport([
      .success(.ok), .success(HTTPResponse(status: 200, body: .file(count: 12))),
    ])
    let desk = try Desk(transport)
    let address = try #require(MediaAddress("mxc://example.org/abc"))
    try await desk.connection.upload(
      .upload(to: address, type: "image/png"), file: "/tmp/a", bytes: 5,
      FailureContext(.upload(name: "a.png", bytes: 5, limit: 9)))
    #expect(try await desk.connection.download(.download(address), to: "/tmp/b", limit: 100) == 12)
    let requests = transport.requests
    #expect(requests[0].body == .file(path: "/tmp/a", offset: 0, count: 5))
    #expect(requests[0].value(of: "Content-Type") == "image/png")
    #expect(requests[1].destination == .file(path: "/tmp/b", limit: 100))
    #expect(requests.map(\.patience) == [.media, .media])
    // After the failure no more of the file is sent.
    #expect(!requests[0].hasEffect)
  }

  @Test("A refusal is interpreted per request, and repeating a completed action succeeds")
  func refusals() async throws {
    let conflict = HTTPResponse(409, #"{"errcode":"M_CANNOT_OVERWRITE_MEDIA"}"#)
    let notFound = HTTPResponse(404, #"{"errcode":"M_NOT_FOUND"}"#)
    let wrong = HTTPResponse(400, #"{"errcode":"M_UNKNOWN","error":"no"}"#)
    let desk = try Desk(ScriptedTransport([.success(conflict), .success(notFound), .success(wrong)]))
    #expect(try await desk.connection.answer(to: Sample.send()) == nil)
    #expect(
      await desk.failure(Sample.profile, FailureContext(subject: "bob")) == .refused(.notFound("bob")))
    #expect(await desk.failure(Sample.profile, FailureContext(.sync)) == .eventsGone)
  }

  @Test("A temporarily unavailable server causes no wait", arguments: [502, 503, 504])
  func away(status: Int) async throws {
    let desk = try Desk(ScriptedTransport([.success(HTTPResponse(status, "", retryAfter: "7"))]))
    let failure = ChatError.connection(.badAnswer(.failure(status: status, retryAfter: .seconds(7))))
    #expect(await desk.failure(Sample.profile) == failure)
    // Other requests do not wait for it either.
    #expect(await desk.failure(Sample.profile) == failure)
    #expect(desk.transport.requests.count == 2)
  }

  static let failures: [(HTTPError, ChatError)] = [
    (.cannotResolve(host: "h"), .connection(.offline)), (.cannotConnect(host: "h"), .connection(.offline)),
    (.refusedByTLS(host: "h", .certificate), .connection(.offline)),
    (.libraryMissing(.notInstalled), .connection(.offline)), (.closed, .connection(.offline)),
    (.timedOut(.sent), .connection(.timedOut)), (.interrupted(.sent), .connection(.interrupted)),
    (.invalidAnswer, .connection(.badAnswer(.unreadable))),
    (.headTooLarge, .connection(.badAnswer(.unreadable))),
    (.answerTooLarge(limit: 5), .connection(.badAnswer(.tooLarge(limit: 5)))),
    (.failed(code: 27), .connection(.interrupted)),
    (.cancelled, .cancelled), (.badURL(.malformed), .refused(.invalid("the address of the server"))),
    (.badField(name: "X"), .refused(.invalid("the field X"))),
    (.fileUnreadable(path: "/a/b"), .refused(.fileUnreadable(name: "b"))),
    (.fileUnwritable(path: "/a/c"), .refused(.fileUnreadable(name: "c"))),
  ]

  @Test("A missing answer is an error of the contract", arguments: failures)
  func noAnswer(_ sample: (error: HTTPError, meaning: ChatError)) async throws {
    let desk = try Desk(ScriptedTransport([.failure(sample.error)]))
    #expect(await desk.failure(Sample.profile) == sample.meaning)
    #expect(desk.transport.requests.count == 1, "what may have been done is not repeated here")
  }

  @Test("An unreadable file is reported by the name that the user gave")
  func fileName() {
    let context = FailureContext(.upload(name: "cat.png", bytes: 1, limit: 2))
    let error = ChatError(.fileUnreadable(path: "/spool/17"), context)
    #expect(error == .refused(.fileUnreadable(name: "cat.png")))
  }
}
