import ChatDomain
import HTTPTransport

extension MatrixConnection {
  /// Asks, and reads the answer.
  ///
  /// - Parameters:
  ///   - context: what a refusal would mean.
  ///   - limit: how many bytes there may be.
  ///   - patience: nil: as long as such a request takes.
  ///   - failure: what it means if the answer makes no sense.
  func read<Answer>(
    _ request: MatrixRequest, _ context: FailureContext = FailureContext(), limit: Int = 32 << 20,
    patience: Patience? = nil, orThrow failure: ChatError = .unreadable,
    _ parse: ([UInt8]) throws(AnswerError) -> Answer
  ) async throws(ChatError) -> Answer {
    let bytes = try await answer(to: request, context, limit: limit, patience: patience) ?? []
    do throws(AnswerError) { return try parse(bytes) } catch { throw failure }
  }
}

extension ChatError {
  /// The server is there, and its answer makes no sense.
  static var unreadable: ChatError { .connection(.badAnswer(.unreadable)) }

  /// Whether others may be answered all the same.
  var isAboutOneRequest: Bool {
    switch self {
    case .refused, .connection(.timedOut), .connection(.busy), .connection(.interrupted),
      .connection(.badAnswer):
      true
    case .connection(.offline), .signedOut, .held, .draftConflict, .eventsGone, .cancelled: false
    }
  }
}
