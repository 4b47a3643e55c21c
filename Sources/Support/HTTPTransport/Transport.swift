/// Sends requests to servers and brings back their answers.
///
/// An answer of any status is an answer: what 404 or 302 means is up to the caller. Redirects are never followed, because
/// a request carries its token with it, and only the caller knows to whom that may be shown.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// If the task is cancelled, a request that was not sent yet or that has no effect on the server ends with
  /// ``HTTPError/cancelled``. Any other is finished first, so that `cancelled` always means "not done".
  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse
}
