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
