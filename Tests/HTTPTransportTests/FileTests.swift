import Glibc
import HTTPTransport
import LoopbackServer
import Synchronization
import TestSupport
import Testing

@Suite("Bodies from and to files")
struct FileTests {
  let transport = CurlTransport()
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  static let pattern = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

  @Test(
    "A range of a file is sent with its length, byte for byte",
    arguments: [(0, 1_000_003), (0, 0), (1_000_003, 0), (17, 500_000), (1_000_002, 1)])
  func upload(sample: (offset: Int, count: Int)) async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    let path = try folder.write(Self.pattern, to: "up")
    let body = HTTPRequest.Body.file(path: path, offset: Int64(sample.offset), count: Int64(sample.count))
    let response = try await transport.answer(to: HTTPRequest(.put, server.url, body: body, patience: .media))
    #expect(response.status == 200)
    let arrived = await server.arrivals.take()
    #expect(arrived.values(of: "content-length") == ["\(sample.count)"])
    #expect(arrived.values(of: "transfer-encoding").isEmpty)
    #expect(arrived.body == Array(Self.pattern[sample.offset..<sample.offset + sample.count]))
  }

  @Test("Upload progress is reported up to the whole length")
  func observed() async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    let path = try folder.write(Self.pattern, to: "up")
    let told = Mutex<[Int64]>([])
    var request = HTTPRequest(
      .put, server.url, body: .file(path: path, offset: 3, count: 1_000_000), patience: .media)
    request.observer = SendingObserver { bytes in told.withLock { $0.append(bytes) } }
    _ = try await transport.answer(to: request)
    let counts = told.withLock(\.self)
    #expect(counts.count > 3 && counts == counts.sorted() && counts.last == 1_000_000)
  }

  @Test(
    "A file that is missing, not regular or too short is refused before sending",
    arguments: ["none", "", "short", "beyond", "negative", "pipe"])
  func unreadable(kind: String) async throws {
    let server = try TestServer { connection, _ in connection.answer() }
    defer { server.stop() }
    _ = try folder.write([1, 2, 3], to: "file")
    let path = folder.path(["none", "", "pipe"].contains(kind) ? kind : "file")
    if kind == "pipe" { #expect(mkfifo(path, 0o600) == 0) }
    let (offset, count): (Int64, Int64) =
      switch kind {
      case "short": (1, 3)
      case "beyond": (4, 0)
      case "negative": (-1, 2)
      default: (0, 1)
      }
    let request = HTTPRequest(.put, server.url, body: .file(path: path, offset: offset, count: count))
    #expect(await transport.failure(of: request) == .fileUnreadable(path: path))
    #expect(server.accepted == 0)
  }

  @Test("A file that shrinks during the upload is not passed off as whole")
  func shrinking() async throws {
    let size = 64 << 20
    let path = try folder.write([], to: "up")
    #expect(truncate(path, size) == 0)
    // The server reads only after the file has shrunk, and 64 MiB do not fit into the buffers.
    let server = try ImpatientServer { truncate(path, 1 << 20) }
    defer { server.stop() }
    let body = HTTPRequest.Body.file(path: path, offset: 0, count: Int64(size))
    let request = HTTPRequest(.put, server.url, body: body, patience: .media)
    #expect(await transport.failure(of: request) == .fileUnreadable(path: path))
    #expect(await server.received.take() < size)
  }

  @Test("An answer before the whole body was sent is the answer")
  func early() async throws {
    let path = try folder.write([], to: "up")
    #expect(truncate(path, 64 << 20) == 0)
    let server = try ImpatientServer(answer: "HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig")
    defer { server.stop() }
    let body = HTTPRequest.Body.file(path: path, offset: 0, count: 64 << 20)
    let response = try await transport.answer(to: HTTPRequest(.put, server.url, body: body, patience: .media))
    #expect(response.status == 413)
    #expect(response.text == "big")
  }

  @Test("An answer goes to a file that only its owner can read", arguments: [0, 1, 1_000_003])
  func download(size: Int) async throws {
    let server = try TestServer { connection, _ in connection.answer(body: Array(Self.pattern[..<size])) }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, to: .file(path: folder.path("down"), limit: Int64(size)))
    let response = try await transport.answer(to: request)
    #expect(response.body == .file(count: Int64(size)))
    #expect(try folder.read("down") == Array(Self.pattern[..<size]))
    #expect(try folder.mode(of: "down") == 0o600)
  }

  @Test("An error answer is returned in memory, and no file is created", arguments: [404, 302, 500])
  func reason(status: Int) async throws {
    let server = try TestServer { connection, _ in connection.answer(status, text: "{\"errcode\":\"M\"}") }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, to: .file(path: folder.path("down"), limit: 3))
    let response = try await transport.answer(to: request)
    #expect(response.status == status)
    #expect(response.text == "{\"errcode\":\"M\"}")
    #expect(try folder.names == [])
  }

  @Test("An error answer has its own limit")
  func longReason() async throws {
    let server = try TestServer { connection, _ in
      connection.answer(404, body: [UInt8](repeating: 1, count: HTTPRequest.reasonLimit + 1))
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, to: .file(path: folder.path("down"), limit: 1 << 30))
    #expect(
      await transport.failure(of: request) == .answerTooLarge(limit: Int64(HTTPRequest.reasonLimit)))
  }

  @Test("An existing file is not overwritten")
  func existing() async throws {
    let server = try TestServer { connection, _ in connection.answer(text: "new") }
    defer { server.stop() }
    let path = try folder.write([1, 2, 3], to: "down")
    let request = HTTPRequest(.get, server.url, to: .file(path: path, limit: 100))
    #expect(await transport.failure(of: request) == .fileUnwritable(path: path))
    #expect(try folder.read("down") == [1, 2, 3])
  }

  @Test("A partial file is removed")
  func partly() async throws {
    let server = try TestServer { connection, _ in
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      connection.cut()
    }
    defer { server.stop() }
    let request = HTTPRequest(.get, server.url, to: .file(path: folder.path("down"), limit: 100))
    #expect(await transport.failure(of: request) == .interrupted(.answered))
    #expect(try folder.names == [])
  }
}
