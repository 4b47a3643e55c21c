import ChatDomain
import HTTPTransport
import InMemoryService
import Testing

@testable import MatrixService

@Suite("Files on the server")
struct ServiceFileTests {
  private static let file: FileID = "mxc://example.org/hill"

  private static func thumbnail(
    _ desk: ServiceDesk, atMost limit: Int = 1_000
  ) async throws(ChatError) -> [UInt8] {
    try await desk.service.thumbnail(of: file, side: 320, ofAtMost: limit)
  }

  /// The error of a request for a thumbnail.
  private static func refusal(_ desk: ServiceDesk, atMost limit: Int = 1_000) async -> ChatError? {
    await failure { () async throws(ChatError) in try await thumbnail(desk, atMost: limit) }
  }

  @Test("A thumbnail is fetched once, and is stored as a separate file")
  func thumbnail() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.fail("/thumbnail/", .answer(HTTPResponse(200, "small")))
    desk.server.fail("/download/", .answer(HTTPResponse(200, "the whole")))
    for _ in 0..<2 { #expect(try await Self.thumbnail(desk) == Array("small".utf8)) }
    let parameters = "width=320&height=320&method=scale&animated=false"
    #expect(desk.server.count("/_matrix/client/v1/media/thumbnail/example.org/hill?\(parameters)") == 1)
    #expect(try await desk.service.download(Self.file, 4..<9) == Array("whole".utf8))
    #expect(try await Self.thumbnail(desk) == Array("small".utf8))
    // Another size is another file.
    desk.server.fail("/thumbnail/", .answer(HTTPResponse(200, "tiny")))
    #expect(try await desk.service.thumbnail(of: Self.file, side: 32, ofAtMost: 9) == Array("tiny".utf8))
    await desk.close()
  }

  @Test("A missing or oversized thumbnail is refused, and retried on request")
  func refused() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.fail("/thumbnail/", .answer(HTTPResponse(200, "too much of it")))
    #expect(await Self.refusal(desk, atMost: 3) == .refused(.tooLarge))
    for (status, code) in [(404, "M_NOT_FOUND"), (400, "M_UNKNOWN"), (403, "M_FORBIDDEN")] {
      desk.server.fail("/thumbnail/", .answer(HTTPResponse(status, #"{"errcode":"\#(code)"}"#)))
      let error = await Self.refusal(desk)
      #expect(error?.isWorthRetrying == false, "\(status)")
    }
    desk.server.fail("/thumbnail/", .failure(.timedOut(.waiting)))
    #expect(await Self.refusal(desk)?.isWorthRetrying == true)
    desk.server.fail("/thumbnail/", .answer(HTTPResponse(200, "small")))
    #expect(try await Self.thumbnail(desk) == Array("small".utf8))
    // It is stored now, but exceeds a smaller limit.
    #expect(await Self.refusal(desk, atMost: 4) == .refused(.tooLarge))
    #expect(
      await failure { () async throws(ChatError) in
        try await desk.service.thumbnail(of: "nothing", side: 320, ofAtMost: 9)
      }
        == .refused(.notFound("file nothing")))
    await desk.close()
  }
}
