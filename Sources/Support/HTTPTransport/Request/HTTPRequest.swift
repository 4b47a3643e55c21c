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
  /// The path of a Unix socket on which the server listens. The URL's host is then only a name.
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

/// One field of a request or of an answer, like `Content-Type: application/json`.
public struct HTTPField: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether this is the field's name, ignoring case.
  public func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }
}

// Omits the value, which may be a token.
extension HTTPField: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(name): …" }
  public var customMirror: Mirror { Mirror(self, children: ["field": name]) }
}

extension HTTPField {
  /// Whether it can be sent: it is valid by RFC 9110, and not a field that the transport sets by itself. Those determine where
  /// a request ends and where it goes, so a second value would allow request smuggling.
  var isSendable: Bool {
    !name.isEmpty && name.utf8.allSatisfy(Self.isTokenByte) && value.utf8.allSatisfy(Self.isValueByte)
      && !Self.own.contains(name.lowercased())
  }

  private static let own: Set = [
    "accept-encoding", "connection", "content-length", "expect", "host", "http2-settings", "keep-alive",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func isValueByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\t") || byte >= 0x20 && byte != 0x7F
  }
}

/// How long a request may take.
public struct Patience: Hashable, Sendable {
  /// The time limit for establishing a connection, including TLS.
  public var connecting: Duration
  /// The time limit from the call to the end of the answer, including waiting for a turn. Nil: there is only the speed limit.
  public var total: Duration?
  /// The minimum speed of a transfer, and for how many seconds it may be slower.
  public var slowest: Speed?

  public struct Speed: Hashable, Sendable {
    public var bytesPerSecond: Int
    public var seconds: Int

    public init(bytesPerSecond: Int, seconds: Int) {
      self.bytesPerSecond = bytesPerSecond
      self.seconds = seconds
    }
  }

  public init(connecting: Duration = .seconds(10), total: Duration? = .seconds(30), slowest: Speed? = nil) {
    self.connecting = connecting
    self.total = total
    self.slowest = slowest
  }

  /// 10 seconds for the connection, 30 in all.
  public static let usual = Patience()
  /// For files: their size and their minimum speed are bounded instead of the total time.
  public static let media = Patience(total: nil, slowest: Speed(bytesPerSecond: 256, seconds: 30))
  /// For long polling: the server answers when there is news, or after this time.
  public static func poll(_ time: Duration) -> Patience { Patience(total: time + .seconds(15)) }
}

/// Receives the number of body bytes given to the connection, on a thread of the transport. If the body is sent again, counting
/// restarts.
public final class SendingObserver: Sendable {
  private let tell: @Sendable (_ bytes: Int64) -> Void

  /// - Parameter tell: called with the number of bytes so far. It must not block.
  public init(_ tell: @escaping @Sendable (_ bytes: Int64) -> Void) { self.tell = tell }

  /// Called by the transport that sends the bytes.
  public func didSend(_ bytes: Int64) { tell(bytes) }
}

extension SendingObserver: Hashable {
  public static func == (one: SendingObserver, other: SendingObserver) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
