import HTTPTransport
import JSON
import Synchronization

/// The token handling of a homeserver: it issues `access-N` and `refresh-N`, of which one each is valid.
///
/// Like Synapse, it accepts a refresh token until the tokens issued for it were used.
final class TokenServer: Sendable {
  private struct State {
    var good = 0
    /// The number of next tokens that expire before their use.
    var stillborn = 0
    /// Earlier refresh tokens are rejected.
    var oldest = 0
    var refreshes = 0
    /// The answer to later refreshes, in place of tokens.
    var refusal: HTTPResponse?
  }

  private let state = Mutex(State())

  /// Expires the current token, and this many of the next ones as soon as they are issued.
  func endToken(andNext stillborn: Int = 0) {
    state.withLock { state in
      state.good += 1
      state.stillborn = stillborn
    }
  }

  func refuseRefresh(with answer: HTTPResponse?) { state.withLock { $0.refusal = answer } }

  /// The number of refreshes so far.
  var refreshes: Int { state.withLock { $0.refreshes } }

  func answer(_ request: HTTPRequest) -> HTTPResponse {
    state.withLock { state in
      if request.path.hasSuffix("/refresh") { return Self.refresh(&state, request) }
      guard request.token == "access-\(state.good)" else { return .tokenEnded }
      state.oldest = state.good
      return .ok
    }
  }

  private static func refresh(_ state: inout State, _ request: HTTPRequest) -> HTTPResponse {
    if let refusal = state.refusal { return refusal }
    guard let number = request.text.split(separator: "refresh-").last?.prefix(while: \.isNumber),
      let old = Int(number), old >= state.oldest
    else { return HTTPResponse(403, #"{"errcode":"M_FORBIDDEN","error":"refresh token was used"}"#) }
    state.refreshes += 1
    let new = state.good
    if state.stillborn > 0 {
      state.stillborn -= 1
      state.good += 1
    }
    return HTTPResponse(
      200, #"{"access_token":"access-\#(new)","refresh_token":"refresh-\#(new)","expires_in_ms":300000}"#)
  }
}
