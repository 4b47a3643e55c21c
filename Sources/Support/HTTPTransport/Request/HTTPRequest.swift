/// What is asked of a server, where the answer goes, and how long it may take.
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

  /// Where the body of the answer goes. More than `limit` bytes, decompressed, are refused while they come.
  public enum Destination: Hashable, Sendable {
    case memory(limit: Int)
    /// A new file, which only its owner can read; if the request fails, it is removed. What comes with a status other
    /// than 200 to 299 is no file but the server's reason, and goes into memory.
    case file(path: String, limit: Int64)
  }

  public var method: Method
  /// The URL, which begins with `https://`, or with `http://` for a server on this computer. Whatever is not visible
  /// ASCII in its path and query has to be percent-encoded already.
  public var url: String
  public var fields: [HTTPField]
  public var body: Body
  public var destination: Destination
  public var patience: Patience
  /// The path of a unix socket on which the server listens. The URL's host is then only a name for it.
  public var socket: String?
  /// Whether the server may do something because of it. Without an effect, it is given up when its task is cancelled; if it
  /// has no body either, it is sent once more when a connection kept from earlier turns out to be dead.
  public var hasEffect: Bool
  /// Told how much of the body was sent.
  public var observer: SendingObserver?

  /// The most that is taken of a reason which came in place of a file.
  public static let reasonLimit = 64 << 10

  /// - Parameter hasEffect: by default, whether the method is another than GET.
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

// A request holds a token, so it is not written out with all its parts.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  /// The method, and the URL up to its query.
  public var description: String {
    "\(method.rawValue) \(url.prefix { $0 != "?" })"
  }

  public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
