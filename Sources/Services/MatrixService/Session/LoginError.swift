public import ChatDomain
public import HTTPTransport

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
