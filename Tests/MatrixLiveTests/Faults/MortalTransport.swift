import ChatDomain
import ChatPlatform
import ChatTestSupport
import HTTPTransport
import MatrixService
import Synchronization

/// The network as seen by one run of the program.
struct MortalTransport: Transport {
  let life: Life
  let base: any Transport

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if life.isOver { throw .closed }
    do throws(HTTPError) {
      let response = try await base.answer(to: request)
      if life.isOver { throw HTTPError.closed }
      let start = String(decoding: (response.bytes ?? []).prefix(80), as: UTF8.self)
      note(request, "\(response.status) \(start)")
      return response
    } catch {
      note(request, "\(error)")
      throw life.isOver ? .closed : error
    }
  }

  private func note(_ request: HTTPRequest, _ outcome: String) {
    life.note("\(request.method) \(request.url.split(separator: "_matrix").last ?? ""): \(outcome)")
  }
}

/// A clock that runs fast and starts at any time: a run of two seconds then covers back-offs of a minute, and a
/// device can be hours off from its first request.
struct HastyClock: ChatClock {
  private let began = real
  private let pace: Int
  private let ahead: Duration

  init(pace: Int = 1, ahead: Duration = .zero) {
    self.pace = pace
    self.ahead = ahead
  }

  var now: Timestamp { began + ahead + (Self.real - began) * pace }

  func sleep(until deadline: Timestamp) async throws {
    try await Task.sleep(for: max(.zero, (deadline - now) / pace))
  }

  /// The current time.
  static var real: Timestamp { RunningClock().now }
}

/// A session store that outlives programs, as a file does.
final class KeptSessionStore: SessionStore {
  private let kept: Mutex<MatrixSession?>
  private let count = Mutex(0)

  init(_ session: MatrixSession) { kept = Mutex(session) }

  /// The number of saves.
  var saves: Int { count.withLock { $0 } }

  func load() -> MatrixSession? { kept.withLock { $0 } }
  func save(_ session: MatrixSession) {
    kept.withLock { $0 = session }
    count.withLock { $0 += 1 }
  }
  func remove() { kept.withLock { $0 = nil } }
}
