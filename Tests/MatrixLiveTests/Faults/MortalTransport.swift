import ChatTestSupport
import HTTPTransport

/// The network as one life sees it.
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
