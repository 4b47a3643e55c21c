import JSON

/// A request to a homeserver as a value, without the server's address and the token.
struct MatrixRequest: Hashable, Sendable {
  enum Method: String, Hashable, Sendable {
    case get = "GET"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  enum Body: Hashable, Sendable {
    case none
    case json([UInt8])
    /// A file of this type, whose bytes are passed separately.
    case file(type: String)
  }

  /// The classes of requests that servers rate-limit together.
  enum RateClass: Hashable, Sendable {
    /// Events, including state.
    case events
    case login
    case joining
    case inviting
    case other
  }

  struct Parameter: Hashable, Sendable {
    let name: String
    let value: String
  }

  let method: Method
  /// The encoded path.
  let path: String
  private(set) var query: [Parameter]
  let body: Body
  /// False if the request authenticates in its body, or not at all.
  let needsToken: Bool
  let rateClass: RateClass
  /// The long-poll timeout in milliseconds.
  private(set) var patience = 0

  /// - Parameter segments: the unencoded path segments.
  init(
    _ method: Method, _ segments: [String], below root: Root = .client("v3"), query: [Parameter] = [],
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

  /// The encoded path and query.
  var target: String {
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
  /// The parameters with a value, in order.
  init(_ pairs: KeyValuePairs<String, String?>) {
    self = pairs.compactMap { pair in pair.value.map { MatrixRequest.Parameter(name: pair.key, value: $0) } }
  }
}

struct SyncFilter: Hashable, Sendable {
  /// The number of latest events per room.
  var timelineLimit = 20
  var hasPresence = true

  /// The filter as JSON: members load lazily, and threads are counted separately. It never selects rooms, because Synapse then
  /// leaves out their account data.
  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        if !hasPresence { json.object("presence") { $0.member("not_types", ["*"]) } }
        json.object("room") { json in
          json.object("state") { json in
            json.member("lazy_load_members", true)
            // Otherwise the server omits members that it sent before, even in an answer that this client dropped.
            json.member("include_redundant_members", true)
          }
          json.object("timeline") { json in
            json.member("limit", timelineLimit)
            json.member("lazy_load_members", true)
            json.member("unread_thread_notifications", true)
          }
        }
      }
    }
  }

  /// The filter of history pages, which loads members lazily.
  static let page = JSONWriter.bytes { json in json.object { $0.member("lazy_load_members", true) } }
}
