/// Sends requests to servers and returns their answers.
///
/// A response of any status is an answer: the caller decides what 404 or 302 means. Redirects are never followed, because a
/// request contains a token, and only the caller knows which hosts may get it.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// If the task is cancelled, a request that was not sent yet or that has no effect on the server ends with
  /// ``HTTPError/cancelled``. Any other request is finished first, so that `cancelled` always means that the server did
  /// nothing.
  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
