public import ChatDomain
public import HTTPTransport
import MatrixWire

/// Signing in, and what has to be known before.
public enum MatrixLogin {
  /// Signs a person in with a password, which goes to no server before that has said that it is a homeserver.
  ///
  /// - Parameters:
  ///   - user: a whole id, or the part of it before the server.
  ///   - device: one that signs in again; nil: a new one.
  ///   - name: what the person's other devices call this one.
  public static func signIn(
    user: String, password: String, device: DeviceID?, server: HomeserverAddress, name: String,
    transport: any Transport
  ) async throws(LoginError) -> MatrixSession {
    let client = LoginClient(server: server, transport: transport)
    try await client.checkServer()
    let answer = try await client.signIn(user: user, password: password, device: device, name: name)
    if user.hasPrefix("@"), answer.user.rawValue.lowercased() != user.lowercased() {
      throw .otherPerson(answer.user)
    }
    return MatrixSession(server: server, user: answer.user, device: answer.device, tokens: answer.tokens)
  }

  /// Ends a session at its server, if that can be reached: nobody will use it.
  public static func signOut(_ session: MatrixSession, transport: any Transport) async {
    do throws(HTTPError) {
      _ = try await transport.answer(
        to: HTTPRequest(
          .logout, at: session.server, token: session.tokens.access, to: .memory(limit: 1 << 20)))
    } catch {
      // The person can end it on another device; nothing here depends on it.
    }
  }
}

/// A server as it is asked by somebody who is not signed in yet.
private struct LoginClient {
  let server: HomeserverAddress
  let transport: any Transport

  /// More than any answer to these requests has.
  private static let limit = 1 << 20

  /// Finds out whether one can sign in here with a password.
  func checkServer() async throws(LoginError) {
    let versions = try await response(to: .versions)
    _ = try read(versions) { (bytes) throws(AnswerError) in try VersionsAnswer(bytes) }
    let flows = try await response(to: .loginFlows)
    let answer = try read(flows) { (bytes) throws(AnswerError) in try LoginFlowsAnswer(bytes) }
    guard answer.hasPassword else { throw .noPasswordSignIn(server) }
  }

  func signIn(
    user: String, password: String, device: DeviceID?, name: String
  ) async throws(LoginError) -> LoginAnswer {
    let response = try await response(
      to: .login(user: user, password: password, device: device, name: name))
    if !response.isSuccess { throw refusal(MatrixFailure(response)) }
    return try read(response) { (bytes) throws(AnswerError) in try LoginAnswer(bytes) }
  }

  private func response(to request: MatrixRequest) async throws(LoginError) -> HTTPResponse {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.answer(
        to: HTTPRequest(request, at: server, to: .memory(limit: Self.limit)))
    } catch .cancelled {
      throw .cancelled
    } catch .answerTooLarge, .headTooLarge, .invalidAnswer {
      throw .notAHomeserver(server)
    } catch {
      throw .unreachable(error)
    }
    switch response.status {
    case 429: throw .tooManyAttempts(retryAfter: MatrixFailure(response).retryAfter)
    case 500...: throw .unavailable(server)
    default: return response
    }
  }

  private func read<Answer>(
    _ response: HTTPResponse, _ parse: ([UInt8]) throws(AnswerError) -> Answer
  ) throws(LoginError) -> Answer {
    guard response.isSuccess else { throw .notAHomeserver(server) }
    do throws(AnswerError) {
      return try parse(response.bytes ?? [])
    } catch {
      throw .notAHomeserver(server)
    }
  }

  private func refusal(_ failure: MatrixFailure) -> LoginError {
    switch failure.code {
    // Something on the way answers in the server's place.
    case "": .notAHomeserver(server)
    case "M_USER_DEACTIVATED": .deactivated
    case "M_FORBIDDEN", "M_INVALID_USERNAME": .wrongPassword
    default: .refused(failure.sentence.isEmpty ? failure.code : failure.sentence)
    }
  }
}
