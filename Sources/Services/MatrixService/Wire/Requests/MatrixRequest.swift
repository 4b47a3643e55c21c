import JSON

/// One request to a homeserver, as a value: whoever sends it adds the server in front, and the token where it is wanted.
public struct MatrixRequest: Hashable, Sendable {
  public enum Method: String, Hashable, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  public enum Body: Hashable, Sendable {
    case none
    case json([UInt8])
    /// The bytes of a file of this type, which only the sender has.
    case file(type: String)
  }

  /// What a server counts together when it says that there was too much.
  public enum RateClass: Hashable, Sendable {
    /// Events of rooms, states among them.
    case events
    case login
    case joining
    case inviting
    case other
  }

  public struct Parameter: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  public let method: Method
  /// The path, encoded.
  public let path: String
  public private(set) var query: [Parameter]
  public let body: Body
  /// False: it says who one is in its body, or is for everybody.
  public let needsToken: Bool
  public let rateClass: RateClass
  /// How long the server may wait before it answers, in milliseconds.
  public private(set) var patience = 0

  /// - Parameter segments: the path's, not encoded.
  init(
    _ method: Method, _ root: Root, _ segments: [String], query: [Parameter] = [],
    body: Body = .none, needsToken: Bool = true, rateClass: RateClass = .other, patience: Int = 0
  ) {
    self.method = method
    path = ([root.path] + segments.map(\.percentEncoded)).joined(separator: "/")
    self.query = query
    self.body = body
    self.needsToken = needsToken
    self.rateClass = rateClass
    self.patience = patience
  }

  /// The same below the version that most requests have.
  init(
    _ method: Method, _ segments: [String], query: [Parameter] = [], body: Body = .none,
    needsToken: Bool = true,
    rateClass: RateClass = .other, patience: Int = 0
  ) {
    self.init(
      method, .client("v3"), segments, query: query, body: body, needsToken: needsToken, rateClass: rateClass,
      patience: patience)
  }

  enum Root {
    case client(String)
    case bare
    case media(String)

    var path: String {
      switch self {
      case .client(let version): "/_matrix/client/\(version)"
      case .bare: "/_matrix/client"
      case .media(let version): "/_matrix/media/\(version)"
      }
    }
  }

  /// Path and query, as they stand in a request.
  public var target: String {
    guard !query.isEmpty else { return path }
    return path + "?"
      + query.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
  }
}

extension MatrixRequest.Body {
  static func object(_ members: (inout JSONWriter) -> Void) -> Self {
    .json(JSONWriter.bytes { json in json.object(members) })
  }

  static let empty = object { _ in }
}

extension [MatrixRequest.Parameter] {
  /// The parameters that have a value, in this order.
  init(_ pairs: KeyValuePairs<String, String?>) {
    self = pairs.compactMap { pair in pair.value.map { MatrixRequest.Parameter(name: pair.key, value: $0) } }
  }
}
