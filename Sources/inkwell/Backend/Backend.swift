import ChatDomain
import ChatUI
import MatrixService

/// Whom a run of the program talks to: the demo in this process, or an account at a server.
protocol Backend: Sendable {
  var service: any ChatService { get }
  /// What `/offline` switches; nil if nothing can be switched.
  var connection: (any ConnectionSwitch)? { get }
  /// Whether a tour of the program makes sense here.
  var hasTour: Bool { get }

  /// What a person should know of how this is kept, as it happens.
  var cacheNews: AsyncStream<CacheNews>? { get }

  /// Gets ready, once the first frame is shown and before the service is asked for anything.
  func fill() async
  /// Does what goes on beside the person, until the task is cancelled.
  func talk() async
  /// Brings to an end what must not be cut off by the end of the process.
  func close() async
}
