/// A request to a server, with the destination of the answer and the time limits.
public struct HTTPRequest: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  public enum Body: Hashable, Sendable {
    case none
    case bytes([UInt8])
    /// A part of a file, read while it is sent. The file must not change meanwhile.
    case file(path: String, offset: Int64, count: Int64)
  }

  /// The destination of the answer's body. A body of more than `limit` bytes, decompressed, is refused as soon as the limit is
  /// exceeded.
  public enum Destination: Hashable, Sendable {
    case memory(limit: Int)
    /// A new file that only its owner can read; it is removed if the request fails. The body of a status other than 200 to 299
    /// is the server's reason, and is kept in memory.
    case file(path: String, limit: Int64)
  }

  public var method: Method
  /// The URL, which begins with `https://`, or with `http://` for a server on this computer. Characters in the path and query
  /// other than visible ASCII must already be percent-encoded.
  public var url: String
  public var fields: [HTTPField]
  public var body: Body
  public var destination: Destination
  public var patience: Patience
  /// The path of a unix socket on which the server listens. The URL's host is then only a name.
  public var socket: String?
  /// Whether the request may change something on the server. A request without an effect is aborted when its task is cancelled;
  /// if it also has no body, it is sent again if a kept connection turns out to be dead.
  public var hasEffect: Bool
  /// Receives the number of body bytes sent so far.
  public var observer: SendingObserver?

  /// The maximum size of an error body received instead of a file.
  public static let reasonLimit = 64 << 10

  /// - Parameter hasEffect: by default, true for every method except GET.
  public init(
    _ method: Method, _ url: String, fields: [HTTPField] = [], body: Body = .none,
    to destination: Destination = .memory(limit: 1 << 20), patience: Patience = .usual, socket: String? = nil,
    hasEffect: Bool? = nil
  ) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.destination = destination
    self.patience = patience
    self.socket = socket
    self.hasEffect = hasEffect ?? (method != .get)
  }
}

// Not all parts are printed, because a request contains a token.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// The method, and the URL up to its query.
  public var description: String {
    "\(method.rawValue) \(url.prefix { $0 != "?" })"
  }

  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
