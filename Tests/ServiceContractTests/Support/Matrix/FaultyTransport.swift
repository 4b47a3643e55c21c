import HTTPTransport
import Synchronization

/// A transport that injects network and server faults.
final class FaultyTransport: Transport {
  private typealias Outcome = Result<HTTPResponse, HTTPError>

  private struct UnderWay {
    let request: HTTPRequest
    let task: Task<Outcome, Never>
  }

  private struct State {
    var disturbance = Disturbance.none
    var last = 0
    var underWay: [Int: UnderWay] = [:]
    var broken: Set<Int> = []
  }

  private let base: any Transport
  private let state = Mutex(State())

  init(_ base: any Transport) { self.base = base }

  /// Sets the current fault.
  func disturb(_ disturbance: Disturbance) {
    switch disturbance {
    case .brokenStreams: breakOff { $0.isPoll }
    case .offline, .signedOut:
      state.withLock { $0.disturbance = disturbance }
      breakOff { _ in true }
    case .none, .lostAnswers, .brokenUploads, .suspended, .busy, .disorderedEvents:
      state.withLock { $0.disturbance = disturbance }
    }
  }

  /// Fails pending requests. They may have taken effect.
  private func breakOff(_ isConcerned: (HTTPRequest) -> Bool) {
    let broken = state.withLock { state in
      let broken = state.underWay.filter { isConcerned($0.value.request) }
      state.broken.formUnion(broken.keys)
      return broken.values
    }
    for request in broken { request.task.cancel() }
  }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    switch state.withLock(\.disturbance) {
    case .offline: throw .cannotConnect(host: "127.0.0.1")
    case .brokenUploads where request.isUpload: throw .interrupted(.sent)
    case .signedOut: return Self.signedOut
    case .suspended where request.method == .put && request.url.contains("/send/"): return Self.suspended
    default: break
    }
    let base = base
    let task = Task { () async -> Outcome in
      do throws(HTTPError) { return .success(try await base.answer(to: request)) } catch {
        return .failure(error)
      }
    }
    let number = state.withLock { state in
      state.last += 1
      state.underWay[state.last] = UnderWay(request: request, task: task)
      return state.last
    }
    let outcome = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    let (isLost, isSignedOut) = state.withLock { state in
      state.underWay[number] = nil
      let isBroken = state.broken.remove(number) != nil
      switch state.disturbance {
      case .lostAnswers: return (isBroken || request.hasEffect || request.isUpload, false)
      case .signedOut: return (isBroken, isBroken)
      default: return (isBroken, false)
      }
    }
    if isSignedOut { return Self.signedOut }
    if isLost { throw .interrupted(.sent) }
    return try outcome.get()
  }

  /// A server's answer to a suspended account.
  private static let suspended = HTTPResponse(
    status: 403, body: .bytes(Array(#"{"errcode":"M_USER_SUSPENDED","error":"?"}"#.utf8)))

  /// A server's answer to an invalid token.
  private static let signedOut = HTTPResponse(
    status: 401, body: .bytes(Array(#"{"errcode":"M_UNKNOWN_TOKEN","error":"?","soft_logout":false}"#.utf8)))
}

extension HTTPRequest {
  /// Whether it is a long poll.
  fileprivate var isPoll: Bool { !hasEffect && url.contains("/sync?") && patience != .usual }
  fileprivate var isUpload: Bool { url.contains("/_matrix/media/v3/upload/") }
}
