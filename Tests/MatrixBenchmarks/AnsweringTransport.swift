import HTTPTransport
import Synchronization

/// A server that has its answers ready: what is measured is this side.
final class AnsweringTransport: Transport {
  /// The next answers to a sync that does not wait; the last stays.
  private let answers: Mutex<[[UInt8]]>
  private let nothing = Array(#"{"next_batch":"s"}"#.utf8)

  init(_ answers: [[UInt8]]) { self.answers = Mutex(answers) }

  func push(_ answer: [UInt8]) { answers.withLock { $0.append(answer) } }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if request.url.contains("/sync") {
      if request.url.contains("timeout=0") {
        return HTTPResponse(
          status: 200, body: .bytes(answers.withLock { $0.isEmpty ? nothing : $0.removeFirst() }))
      }
      // Nothing happens by itself.
      do { try await Task.sleep(for: .seconds(3600)) } catch { throw .cancelled }
    }
    if request.url.contains("/media/config") {
      return HTTPResponse(status: 200, body: .bytes(Array("{}".utf8)))
    }
    return HTTPResponse(status: 404, body: .bytes(Array(#"{"errcode":"M_NOT_FOUND"}"#.utf8)))
  }
}
