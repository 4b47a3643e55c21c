import HTTPTransport
import Synchronization

/// A transport with prepared answers, so that only the client is measured.
final class AnsweringTransport: Transport {
  /// The next answers to a sync that does not wait; the last one repeats.
  private let answers: Mutex<[[UInt8]]>
  private let nothing = Array(#"{"next_batch":"s"}"#.utf8)
  /// The answer to a request for the members of a room.
  private let members: [UInt8]?

  init(_ answers: [[UInt8]], members: [UInt8]? = nil) {
    self.answers = Mutex(answers)
    self.members = members
  }

  func push(_ answer: [UInt8]) { answers.withLock { $0.append(answer) } }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if request.url.contains("/sync") {
      if request.url.contains("timeout=0") {
        return HTTPResponse(
          status: 200, body: .bytes(answers.withLock { $0.isEmpty ? nothing : $0.removeFirst() }))
      }
      // A long poll returns no events.
      do { try await Task.sleep(for: .seconds(3600)) } catch { throw .cancelled }
    }
    if let members, request.url.contains("/members") {
      return HTTPResponse(status: 200, body: .bytes(members))
    }
    if request.url.contains("/search") {
      return HTTPResponse(status: 200, body: .bytes(Array(#"{"search_categories":{"room_events":{}}}"#.utf8)))
    }
    if request.url.contains("/media/config") {
      return HTTPResponse(status: 200, body: .bytes(Array("{}".utf8)))
    }
    return HTTPResponse(status: 404, body: .bytes(Array(#"{"errcode":"M_NOT_FOUND"}"#.utf8)))
  }
}
