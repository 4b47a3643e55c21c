/// The reason a request was not answered.
///
/// The cases contain nothing of the request except the server's name and file paths, so that no token gets into a log.
public enum HTTPError: Error, Hashable, Sendable {
  /// The URL is not acceptable.
  case badURL(BadURL)
  /// A field of the request cannot be sent: its name or its value is malformed, or the transport itself sets it.
  case badField(name: String)
  /// The server's name does not resolve, or there is no network.
  case cannotResolve(host: String)
  /// The connection failed: the server does not listen, or a proxy refuses.
  case cannotConnect(host: String)
  /// The server's identity could not be verified, or it does not support TLS. Nothing was sent to it.
  case refusedByTLS(host: String, TLSFault)
  /// A timeout expired.
  case timedOut(Progress)
  /// The connection broke after a part of the request or all of it had been sent.
  case interrupted(Progress)
  /// The body is larger than the request allows, either as received or decompressed.
  case answerTooLarge(limit: Int64)
  /// The head of the answer is larger than any honest server sends.
  case headTooLarge
  /// The answer is not HTTP, or is damaged.
  case invalidAnswer
  /// The file with the body cannot be read, or is too short. The server did not get the complete request.
  case fileUnreadable(path: String)
  /// The file for the answer exists already or cannot be written.
  case fileUnwritable(path: String)
  /// The task was cancelled, and the server did nothing.
  case cancelled
  /// The transport was closed, and the server did nothing.
  case closed
  /// libcurl is not installed, or is too old.
  case libraryMissing(LibraryFault)
  /// libcurl or the system failed before anything was sent: there is no memory left, or no more threads.
  case failed(code: Int32)

  /// What is wrong with a URL.
  public enum BadURL: String, Hashable, Sendable, CaseIterable {
    /// It does not consist of a scheme, a host and a path of visible ASCII characters.
    case malformed
    /// Its scheme is neither `https` nor `http`.
    case otherScheme
    /// It contains a user name or a password, which belong in a field.
    case credentials
    /// Plain HTTP to another computer is not allowed.
    case unencrypted
    /// The path of a Unix socket is empty, is too long, or contains a NUL.
    case socketPath
  }

  /// The stage at which TLS failed.
  public enum TLSFault: String, Hashable, Sendable, CaseIterable {
    /// The certificate is for another host, has expired, or is not signed by a trusted authority.
    case certificate
    /// The encrypted connection could not be established.
    case handshake
  }

  /// How far a request got.
  public enum Progress: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing was sent.
    case waiting
    /// At least a part was sent, and nothing was received.
    case sent
    /// A part of the answer was received.
    case answered

    public static func < (first: Progress, second: Progress) -> Bool { first.rank < second.rank }

    private var rank: Int {
      switch self {
      case .waiting: 0
      case .sent: 1
      case .answered: 2
      }
    }
  }

  /// What is wrong with the library.
  public enum LibraryFault: String, Hashable, Sendable, CaseIterable {
    case notInstalled
    case tooOld
  }
}

extension HTTPError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badURL(let fault): fault.description
    case .badField(let name): "the field \(name) cannot be sent"
    case .cannotResolve(let host): "there is no server \(host), or no network"
    case .cannotConnect(let host): "\(host) cannot be reached"
    case .refusedByTLS(let host, .certificate): "the certificate of \(host) is not trusted"
    case .refusedByTLS(let host, .handshake): "no encrypted connection to \(host) is possible"
    case .timedOut(.waiting): "the server could not be reached in time"
    case .timedOut: "the server did not answer in time"
    case .interrupted: "the connection was lost"
    case .answerTooLarge(let limit): "the answer has more than \(limit) bytes"
    case .headTooLarge: "the answer has too many fields"
    case .invalidAnswer: "the answer of the server is damaged"
    case .fileUnreadable(let path): "\(path) cannot be read"
    case .fileUnwritable(let path): "\(path) cannot be written"
    case .cancelled: "it was cancelled"
    case .closed: "the connection was closed"
    case .libraryMissing(.notInstalled):
      "talking to a server needs libcurl, which is not installed: the Debian package is libcurl4"
    case .libraryMissing(.tooOld):
      "talking to a server needs libcurl 7.80 or later with TLS: update the Debian package libcurl4"
    case .failed(let code): "the request could not be made (libcurl \(code))"
    }
  }
}

extension HTTPError.BadURL: CustomStringConvertible {
  public var description: String {
    switch self {
    case .malformed: "this is not a URL"
    case .otherScheme: "the URL begins with neither https:// nor http://"
    case .credentials: "the URL holds a name or a password"
    case .unencrypted: "http:// is for servers on this computer only; use https://"
    case .socketPath: "the path of the socket is empty or too long"
    }
  }
}
