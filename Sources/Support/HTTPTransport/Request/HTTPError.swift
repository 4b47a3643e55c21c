/// The reason a request was not answered.
///
/// No case holds anything of the request but the name of the server and paths of files, so that no token gets into a log.
public enum HTTPError: Error, Hashable, Sendable {
  /// The URL is not one that may be asked.
  case badURL(BadURL)
  /// A field of the request cannot be sent: its name or its value is malformed, or the transport itself sets it.
  case badField(name: String)
  /// The server's name leads nowhere, or there is no network.
  case cannotResolve(host: String)
  /// No connection came about: nobody listens, or a proxy refuses.
  case cannotConnect(host: String)
  /// The server could not prove who it is, or does not speak TLS. Nothing was sent to it.
  case refusedByTLS(host: String, TLSFault)
  /// A time bound was reached.
  case timedOut(Progress)
  /// The connection broke off after the request had been sent, or a part of it.
  case interrupted(Progress)
  /// The body is larger than the request allows, as it came or once it was decompressed.
  case answerTooLarge(limit: Int64)
  /// There is more before the body than any honest server sends.
  case headTooLarge
  /// What came is not HTTP, or is damaged.
  case invalidAnswer
  /// The file with the body cannot be read, or is too short. The server did not get the whole request.
  case fileUnreadable(path: String)
  /// The file for the answer exists already or cannot be written.
  case fileUnwritable(path: String)
  /// The task was cancelled, and nothing was done.
  case cancelled
  /// The transport was closed, and nothing was done.
  case closed
  /// libcurl is not installed, or is too old.
  case libraryMissing(LibraryFault)
  /// libcurl or the system could not do their part, and nothing was done: there is no memory left, or no more threads.
  case failed(code: Int32)

  /// What is wrong with a URL.
  public enum BadURL: String, Hashable, Sendable, CaseIterable {
    /// It is not made of a scheme, a host and a path of visible ASCII characters.
    case malformed
    /// Its scheme is neither `https` nor `http`.
    case otherScheme
    /// It holds a user's name or a password, which belong into a field.
    case credentials
    /// Plain HTTP would leave this computer.
    case unencrypted
    /// The path of a unix socket is empty or too long.
    case socketPath
  }

  /// How far TLS came.
  public enum TLSFault: String, Hashable, Sendable, CaseIterable {
    /// The certificate is not the server's, has expired, or nobody vouches for it.
    case certificate
    /// No encrypted connection came about.
    case handshake
  }

  /// How far a request came.
  public enum Progress: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Nothing was sent.
    case waiting
    /// At least a part was sent, and nothing came back.
    case sent
    /// A part of the answer came.
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

  /// Whether the server may have carried out the request all the same. If not, it was certainly not done.
  public var mayBeDone: Bool {
    switch self {
    case .timedOut(let progress), .interrupted(let progress): progress > .waiting
    case .answerTooLarge, .headTooLarge, .invalidAnswer, .fileUnwritable: true
    case .badURL, .badField, .cannotResolve, .cannotConnect, .refusedByTLS, .fileUnreadable, .cancelled,
      .closed,
      .libraryMissing, .failed:
      false
    }
  }
}

extension HTTPError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .badURL(let fault): fault.description
    case .badField(let name): "the field \(name) cannot be sent"
    case .cannotResolve(let host): "there is no server \(host), or no network"
    case .cannotConnect(let host): "\(host) cannot be reached"
    case .refusedByTLS(let host, .certificate): "the certificate of \(host) is not to be trusted"
    case .refusedByTLS(let host, .handshake): "no encrypted connection to \(host) is possible"
    case .timedOut(.waiting): "the server could not be reached in time"
    case .timedOut: "the server did not answer in time"
    case .interrupted: "the connection broke off"
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
