import HTTPTransport
import Testing

extension Transport {
  /// Why a request fails; a success is an issue.
  func failure(
    of request: HTTPRequest, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> HTTPError? {
    do {
      let response = try await answer(to: request)
      Issue.record("answered with \(response.status)", sourceLocation: sourceLocation)
      return nil
    } catch {
      return error
    }
  }
}

extension HTTPResponse {
  var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
}
