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
    let desk = LoginDesk(server: server, transport: transport)
    try await desk.checkServer()
    let answer = try await desk.signIn(user: user, password: password, device: device, name: name)
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
