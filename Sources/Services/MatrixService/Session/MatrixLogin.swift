public import ChatDomain
public import HTTPTransport

/// A homeserver, as it is asked by somebody who is not signed in yet.
///
/// It exists once the server has said that it is one: a password or a token goes to nobody else.
public struct MatrixLogin: Sendable {
  public let server: HomeserverAddress
  /// Whether one can sign in with a password.
  public let hasPassword: Bool
  /// Whether one can sign in on a page in the browser.
  public let hasSingleSignOn: Bool
  private let transport: any Transport

  /// More than any answer to these requests has.
  private static let limit = 1 << 20

  /// Asks a server what it is, and which ways of signing in it has.
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

  /// Signs a person in with a password.
  ///
  /// - Parameters:
  ///   - user: a whole id, or the part of it before the server.
  ///   - device: one that signs in again; nil: a new one.
  ///   - name: what the person's other devices call this one.
  public func signIn(
    user: String, password: String, device: DeviceID?, name: String
  ) async throws(LoginError) -> MatrixSession {
    guard hasPassword else { throw .noPasswordSignIn(server) }
    return try await session(
      from: .login(user: user, password: password, device: device, name: name), of: user, .wrongPassword)
  }

  /// Signs a person in with the token that ``singleSignOnPage(returningTo:)`` led to.
  ///
  /// - Parameters:
  ///   - user: a whole id, or the part of it before the server, of whoever the token has to be: the browser may know
  ///     somebody else.
  ///   - device: one that signs in again; nil: a new one.
  ///   - name: what the person's other devices call this one.
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

  /// The address of the page on which one signs in.
  ///
  /// - Parameter address: where the page leads in the end, with the token as `loginToken` in its query.
  public func singleSignOnPage(returningTo address: String) -> String {
    server.url + MatrixRequest.singleSignOn(returningTo: address).target
  }

  /// Ends a session at its server, if that can be reached.
  ///
  /// - Returns: whether the server said that it is ended.
  @discardableResult
  public static func signOut(_ session: MatrixSession, transport: any Transport) async -> Bool {
    switch await end(session.tokens.access, at: session.server, transport) {
    case .ended: return true
    case .failed: return false
    case .tokenExpired: break
    }
    // The session goes on until it is ended with a token that is good.
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
      // A session that the server does not know any more has nothing left to end.
      return failure.isSoftLogout ? .tokenExpired : .ended
    } catch {
      // The person can end it on another device.
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
    if user.hasPrefix("@"), answer.user.rawValue.lowercased() != user.lowercased() {
      // Nobody will use it.
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
    // Something on the way answers in the server's place.
    case "": .notAHomeserver(server)
    case "M_FORBIDDEN", "M_INVALID_USERNAME": refusal
    default: .refused(failure.sentence.isEmpty ? failure.code : failure.sentence)
    }
  }
}

/// What a page on which one signed in gives in the end: good once, and for a few minutes.
public struct LoginToken: Hashable, Sendable {
  /// What goes to the server.
  public let text: String

  /// More than any server makes.
  private static let longest = 2048

  /// Reads the token in an address, or the token alone; nil if there is none.
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
  /// Not what it is: a description ends up in logs.
  public var description: String { "LoginToken(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why somebody is not signed in.
public enum LoginError: Error, Hashable, Sendable {
  /// The server could not be asked, or not in time.
  case unreachable(HTTPError)
  /// Something answers there, and it is no homeserver.
  case notAHomeserver(HomeserverAddress)
  /// The server has trouble of its own.
  case unavailable(HomeserverAddress)
  case noPasswordSignIn(HomeserverAddress)
  /// Neither with a password nor with a browser.
  case noKnownSignIn(HomeserverAddress)
  case wrongPassword
  /// The token of the page was used before, or too late.
  case expiredToken
  /// A domain says that its homeserver is somewhere that cannot be asked.
  case badDiscovery(domain: HomeserverAddress, reason: HomeserverAddress.Fault)
  case tooManyAttempts(retryAfter: Duration?)
  /// The server knows who it is, and lets them do nothing.
  case held(AccountHold)
  /// The server signed somebody else in than was asked for.
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
    case .noPasswordSignIn(let server): "\(server) does not let one sign in with a password"
    case .noKnownSignIn(let server):
      "\(server) lets nobody sign in with a password or a browser, and other ways are not known here"
    case .wrongPassword: "the name or the password is wrong"
    case .expiredToken:
      "the server does not accept what the browser brought; it is good only once, and not for long"
    case .badDiscovery(let domain, let reason):
      "what \(domain) says about its Matrix server is of no use: \(reason)"
    case .tooManyAttempts(let wait?):
      "there were too many attempts; try again in \(counted(Self.seconds(wait), "second", "seconds"))"
    case .tooManyAttempts(nil): "there were too many attempts; try again later"
    case .held(let hold): hold.description
    case .otherPerson(let user): "the server signed in \(user), who is somebody else"
    case .refused(let sentence): "the server refuses: \(sentence)"
    case .cancelled: "it was cancelled"
    }
  }

  /// Whole seconds, rather too many than too few.
  private static func seconds(_ wait: Duration) -> Int {
    max(1, Int((wait.microseconds + 999_999) / 1_000_000))
  }
}
