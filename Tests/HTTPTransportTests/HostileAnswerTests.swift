import HTTPTransport
import LoopbackServer
import TestSupport
import Testing

@Suite("Hostile answers")
struct HostileAnswerTests {
  static let answers = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Type: text/plain\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\nA: b\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.0 200 OK\r\nConnection: close\r\n\r\nuntil the end",
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"a\"\r\nContent-Length: 1\r\n\r\nx",
  ].map { Array($0.utf8) }

  static let compressed =
    Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 30\r\n\r\n".utf8)
    + Compressed.greeting

  /// Bytes changed, removed, duplicated and copied from other answers.
  static func mutated(_ random: inout SeededGenerator) -> [UInt8] {
    let all = answers + [compressed]
    var bytes = all[random.below(all.count)]
    for _ in 0..<random.within(1...4) {
      let start = random.below(bytes.count)
      let end = min(bytes.count, start + random.below(20))
      switch random.below(5) {
      case 0: bytes[start] = UInt8(random.below(256))
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
      case 3:
        bytes.insert(contentsOf: all[random.below(all.count)].shuffled(using: &random).prefix(20), at: start)
      default: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: start)
      }
      if bytes.isEmpty { bytes = [0] }
    }
    return bytes
  }

  @Test(
    "Each ends with a bounded answer or an error, and the next request is unaffected"
  )
  func mutations() async throws {
    let transport = CurlTransport()
    let server = try TestServer { connection, request in
      guard let number = Int(request.target.dropFirst()) else { return connection.answer(text: "good") }
      var random = SeededGenerator(seed: TestSeed.value &+ UInt64(number))
      connection.write(Self.mutated(&random))
      connection.cut()
    }
    defer { server.stop() }
    var answered = 0
    for number in 0..<600 {
      let request = HTTPRequest(.get, server.url + "/\(number)", to: .memory(limit: 100))
      let comment: Comment = "SEED=\(TestSeed.value), answer \(number)"
      do throws(HTTPError) {
        let response = try await transport.answer(to: request)
        answered += 1
        #expect((200...599).contains(response.status), comment)
        #expect((response.bytes?.count ?? .max) <= 100, comment)
      } catch {
        switch error {
        case .invalidAnswer, .interrupted, .answerTooLarge, .headTooLarge: break
        default: Issue.record("\(comment): \(String(reflecting: error))")
        }
      }
    }
    #expect((1..<600).contains(answered))
    #expect(try await transport.answer(to: HTTPRequest(.post, server.url + "/good")).text == "good")
  }

  @Test("A continuation line without a field is harmless")
  func folded() async throws {
    let transport = CurlTransport()
    let server = try TestServer { connection, request in
      guard request.target == "/folded" else {
        return connection.answer(200, (0..<20).map { "F\($0): " + String(repeating: "x", count: $0 * 9) })
      }
      connection.write(
        "HTTP/1.1 200 OK\r\n\tX: \(String(repeating: "y", count: 300))\r\nContent-Length: 2\r\n\r\nok")
    }
    defer { server.stop() }
    for _ in 0..<50 {
      #expect(try await transport.answer(to: HTTPRequest(.get, server.url + "/")).fields.count == 21)
      // Some versions of libcurl reject it, others do not.
      do throws(HTTPError) {
        let response = try await transport.answer(to: HTTPRequest(.get, server.url + "/folded"))
        #expect(response["content-length"] == "2")
        #expect(response.bytes == Array("ok".utf8))
      } catch {
        #expect(error == .invalidAnswer)
      }
    }
  }
}
