import JSON

/// One request to a homeserver, as a value: whoever sends it adds the server in front, and the token where it is wanted.
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
    /// The bytes of a file of this type, which only the sender has.
    case file(type: String)
  }

  /// What a server counts together when it says that there was too much.
  enum RateClass: Hashable, Sendable {
    /// Events of rooms, states among them.
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
  /// The path, encoded.
  let path: String
  private(set) var query: [Parameter]
  let body: Body
  /// False: it says who one is in its body, or is for everybody.
  let needsToken: Bool
  let rateClass: RateClass
  /// How long the server may wait before it answers, in milliseconds.
  private(set) var patience = 0

  /// - Parameter segments: the path's, not encoded.
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

  /// Path and query, as they stand in a request.
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
  /// The parameters that have a value, in this order.
  init(_ pairs: KeyValuePairs<String, String?>) {
    self = pairs.compactMap { pair in pair.value.map { MatrixRequest.Parameter(name: pair.key, value: $0) } }
  }
}

/// What of all that happens an answer to a sync holds.
struct SyncFilter: Hashable, Sendable {
  /// How many of the latest events of each room.
  var timelineLimit = 20
  var hasPresence = true

  /// Members only as they are needed for what is shown, and counts of threads apart. Rooms are never chosen: Synapse
  /// leaves out the account data of chosen rooms.
  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        if !hasPresence { json.object("presence") { $0.member("not_types", ["*"]) } }
        json.object("room") { json in
          json.object("state") { json in
            json.member("lazy_load_members", true)
            // The server remembers whom it told of, also in an answer that another one overtook.
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

  /// For pages of a room's history: only members that are not known yet.
  static let page = JSONWriter.bytes { json in json.object { $0.member("lazy_load_members", true) } }
}
