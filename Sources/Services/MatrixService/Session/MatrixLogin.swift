public import ChatDomain
public import HTTPTransport

/// Signs in at a homeserver.
///
/// Creating one checks that the server is a homeserver, so passwords and tokens are sent nowhere else.
public struct MatrixLogin: Sendable {
  public let server: HomeserverAddress
  /// Whether the server accepts passwords.
  public let hasPassword: Bool
  /// Whether the server has single sign-on in a browser.
  public let hasSingleSignOn: Bool
  private let transport: any Transport

  /// The maximum size of an answer, in bytes.
  private static let limit = 1 << 20

  /// Asks a server for its versions and login flows.
  public init(at server: HomeserverAddress, transport: any Transport) async throws(LoginError) {
    self.server = server
    self.transport = transport
    let versions = try await Self.response(to: .versions, server, transport)
    _ = try Self.read(versions, server) { (bytes) throws(AnswerError) in try VersionsAnswer(bytes) }
    let flows = try await Self.response(to: .loginFlows, server, transport)
    let answer = try Self.read(flows, server) { (bytes) throws(AnswerError) in try LoginFlowsAnswer(bytes) }
    hasPassword = answer.hasPassword
    hasSingleSignOn = answer.hasSingleSignOn
  }

  /// Signs in with a password.
  ///
  /// - Parameters:
  ///   - user: a user id or its local part.
  ///   - device: the device that signs in again; nil: a new one.
  ///   - name: the name of this device for the user's other devices.
  public func signIn(
    user: String, password: String, device: DeviceID?, name: String
  ) async throws(LoginError) -> MatrixSession {
    guard hasPassword else { throw .noPasswordSignIn(server) }
    return try await session(
      from: .login(user: user, password: password, device: device, name: name), of: user, .wrongPassword)
  }

  /// Signs in with the token that ``singleSignOnPage(returningTo:)`` led to.
  ///
  /// - Parameters:
  ///   - user: a user id or its local part. The browser may be signed in as another user, which is refused.
  ///   - device: the device that signs in again; nil: a new one.
  ///   - name: the name of this device for the user's other devices.
  public func signIn(
    token: LoginToken, user: String, device: DeviceID?, name: String
  ) async throws(LoginError) -> MatrixSession {
    let session = try await session(
      from: .login(token: token.text, device: device, name: name), of: user, .expiredToken)
    let part = session.user.rawValue.dropFirst().prefix { $0 != ":" }
    guard user.hasPrefix("@") || part.lowercased() == user.lowercased() else {
      await Self.signOut(session, transport: transport)
      throw .otherPerson(session.user)
    }
    return session
  }

  /// The address of the single sign-on page.
  ///
  /// - Parameter address: the redirect target, which receives the token as `loginToken` in its query.
  public func singleSignOnPage(returningTo address: String) -> String {
    server.url + MatrixRequest.singleSignOn(returningTo: address).target
  }

  /// Ends a session at its server, if the server can be reached.
  ///
  /// - Returns: whether the server has ended it.
  @discardableResult
  public static func signOut(_ session: MatrixSession, transport: any Transport) async -> Bool {
    switch await end(session.tokens.access, at: session.server, transport) {
    case .ended: return true
    case .failed: return false
    case .tokenExpired: break
    }
    // Only a valid token can end the session.
    guard let refresh = session.tokens.refresh,
      let tokens = await renewed(refresh, at: session.server, transport)
    else { return false }
    return await end(tokens.access, at: session.server, transport) == .ended
  }

  private enum EndOutcome {
    case ended, tokenExpired, failed
  }

  private static func end(
    _ token: String, at server: HomeserverAddress, _ transport: any Transport
  ) async -> EndOutcome {
    do throws(HTTPError) {
      let answer = try await transport.answer(
        to: HTTPRequest(.logout, at: server, token: token, to: .memory(limit: limit)))
      if answer.isSuccess { return .ended }
      let failure = MatrixFailure(answer)
      guard failure.code == "M_UNKNOWN_TOKEN" else { return .failed }
      // An unknown session has ended already.
      return failure.isSoftLogout ? .tokenExpired : .ended
    } catch {
      // The user can end it on another device.
      return .failed
    }
  }

  private static func renewed(
    _ refresh: String, at server: HomeserverAddress, _ transport: any Transport
  ) async -> SessionTokens? {
    do {
      let answer = try await transport.answer(
        to: HTTPRequest(.refresh(refresh), at: server, to: .memory(limit: limit)))
      guard answer.isSuccess else { return nil }
      return try SessionTokens(refreshAnswer: answer.bytes ?? [], over: refresh)
    } catch {
      return nil
    }
  }

  private func session(
    from request: MatrixRequest, of user: String, _ refusal: LoginError
  ) async throws(LoginError) -> MatrixSession {
    let response = try await Self.response(to: request, server, transport)
    guard response.isSuccess else { throw error(MatrixFailure(response), refusal) }
    let answer = try Self.read(response, server) { (bytes) throws(AnswerError) in try LoginAnswer(bytes) }
    let session = MatrixSession(
      server: server, user: answer.user, device: answer.device, tokens: answer.tokens)
    if user.hasPrefix("@"), answer.user.rawValue != user {
      // Ends the session, which is of another user.
      await Self.signOut(session, transport: transport)
      throw .otherPerson(answer.user)
    }
    return session
  }

  private static func response(
    to request: MatrixRequest, _ server: HomeserverAddress, _ transport: any Transport
  ) async throws(LoginError) -> HTTPResponse {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try await transport.answer(to: HTTPRequest(request, at: server, to: .memory(limit: limit)))
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

  private static func read<Answer>(
    _ response: HTTPResponse, _ server: HomeserverAddress, _ parse: ([UInt8]) throws(AnswerError) -> Answer
  ) throws(LoginError) -> Answer {
    guard response.isSuccess else { throw .notAHomeserver(server) }
    do throws(AnswerError) {
      return try parse(response.bytes ?? [])
    } catch {
      throw .notAHomeserver(server)
    }
  }

  private func error(_ failure: MatrixFailure, _ refusal: LoginError) -> LoginError {
    if let hold = failure.hold { return .held(hold) }
    return switch failure.code {
    // A proxy or captive portal answers instead of the server.
    case "": .notAHomeserver(server)
    case "M_FORBIDDEN", "M_INVALID_USERNAME": refusal
    default: .refused(failure.sentence.isEmpty ? failure.code : failure.sentence)
    }
  }
}

/// The token of a single sign-on page, valid once and for a few minutes.
public struct LoginToken: Hashable, Sendable {
  /// The token as the server expects it.
  public let text: String

  /// Longer than the tokens of any server.
  private static let longest = 2048

  /// Reads a token from a redirect address, or a token by itself; nil if there is none.
  public init?(_ pasted: String) {
    let pasted = pasted.utf8.count <= Self.longest ? pasted : ""
    let address = pasted.prefix { $0 != "#" }
    let query = address.firstIndex(of: "?").map { address[address.index(after: $0)...] }
    let pairs = query?.split(separator: "&") ?? []
    let named = pairs.first { $0.hasPrefix(Self.name) }?.dropFirst(Self.name.count)
    let isAlone = query == nil && !pasted.contains("/") && !pasted.contains(where: \.isWhitespace)
    guard let text = named.map({ String($0).percentDecoded }) ?? (isAlone ? pasted : nil),
      !text.isEmpty, text.utf8.allSatisfy(\.isGraphic)
    else { return nil }
    self.text = text
  }

  private static let name = "loginToken="
}

extension LoginToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Hides the token: descriptions end up in logs.
  public var description: String { "LoginToken(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why signing in failed.
public enum LoginError: Error, Hashable, Sendable {
  /// The server could not be reached, or not in time.
  case unreachable(HTTPError)
  /// The server is not a homeserver.
  case notAHomeserver(HomeserverAddress)
  /// The server has an internal error.
  case unavailable(HomeserverAddress)
  case noPasswordSignIn(HomeserverAddress)
  /// Neither passwords nor single sign-on.
  case noKnownSignIn(HomeserverAddress)
  case wrongPassword
  /// The token was used before or has expired.
  case expiredToken
  /// The domain names a homeserver that cannot be used.
  case badDiscovery(domain: HomeserverAddress, reason: HomeserverAddress.Fault)
  case tooManyAttempts(retryAfter: Duration?)
  /// The account is on hold.
  case held(AccountHold)
  /// The server signed in another user than requested.
  case otherPerson(UserID)
  /// The server's own words.
  case refused(String)
  case cancelled
}

extension LoginError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreachable(let error): error.description
    case .notAHomeserver(let server): "\(server) is not a Matrix server"
    case .unavailable(let server): "\(server) is not available at the moment"
    case .noPasswordSignIn(let server): "\(server) offers no sign-in by password"
    case .noKnownSignIn(let server):
      "\(server) offers no sign-in by password or browser; nothing else is supported"
    case .wrongPassword: "the name or the password is wrong"
    case .expiredToken:
      "the browser's sign-in code is invalid or expired; sign in again"
    case .badDiscovery(let domain, let reason):
      "\(domain) points to an unusable Matrix server: \(reason)"
    case .tooManyAttempts(let wait?):
      "there were too many attempts; try again in \(counted(Self.seconds(wait), "second", "seconds"))"
    case .tooManyAttempts(nil): "there were too many attempts; try again later"
    case .held(let hold): hold.description
    case .otherPerson(let user): "the server signed in \(user) instead of the requested account"
    case .refused(let sentence): "the server refused it: \(sentence)"
    case .cancelled: "it was cancelled"
    }
  }

  /// Whole seconds, rounded up.
  private static func seconds(_ wait: Duration) -> Int {
    max(1, Int((wait.microseconds + 999_999) / 1_000_000))
  }
}
