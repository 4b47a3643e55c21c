import HTTPTransport
import Synchronization

/// A transport on which things go wrong as they do on the way to a server.
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

  /// What goes wrong from now on.
  func disturb(_ disturbance: Disturbance) {
    switch disturbance {
    case .brokenStreams: breakOff { $0.isPoll }
    case .offline:
      state.withLock { $0.disturbance = disturbance }
      breakOff { _ in true }
    case .none, .lostAnswers, .brokenUploads, .signedOut, .busy, .disorderedEvents:
      state.withLock { $0.disturbance = disturbance }
    }
  }

  /// Whoever waits for an answer learns that none comes. What has an effect may have it all the same.
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
    let isLost = state.withLock { state in
      state.underWay[number] = nil
      if state.broken.remove(number) != nil { return true }
      if case .lostAnswers = state.disturbance { return request.hasEffect }
      return false
    }
    if isLost { throw .interrupted(.sent) }
    return try outcome.get()
  }
}

extension HTTPRequest {
  /// Whether the server waits with its answer until something happens.
  fileprivate var isPoll: Bool { !hasEffect && url.contains("/sync?") && patience != .usual }
  fileprivate var isUpload: Bool { url.contains("/_matrix/media/v3/upload/") }
}
