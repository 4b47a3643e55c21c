import HTTPTransport
import JSON
import Synchronization

/// A homeserver as far as tokens go: it knows `access-N` and `refresh-N`, of which one each is good.
///
/// As Synapse has it, a refresh token can be used until the tokens that came of it were used.
final class TokenServer: Sendable {
  private struct State {
    var good = 0
    /// How many of the next tokens end before they are used.
    var stillborn = 0
    /// The refresh tokens before this are no longer taken.
    var oldest = 0
    var refreshes = 0
    /// An answer in the place of the next ones to a refresh.
    var refusal: HTTPResponse?
  }

  private let state = Mutex(State())

  /// Ends the token that is good now, and so many of the next ones at once.
  func endToken(andNext stillborn: Int = 0) {
    state.withLock { state in
      state.good += 1
      state.stillborn = stillborn
    }
  }

  func refuseRefresh(with answer: HTTPResponse?) { state.withLock { $0.refusal = answer } }

  /// How often new tokens were given.
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
