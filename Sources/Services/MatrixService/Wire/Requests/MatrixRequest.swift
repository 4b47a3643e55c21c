public import ChatDomain
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

/// Asking to be let into rooms, and answering those who ask.
extension MatrixRequest {
  /// - Parameters:
  ///   - reason: why; nil: none is said.
  ///   - servers: those that may help to get in.
  public static func knock(
    on room: ChannelID, reason: String?, via servers: [String] = []
  ) -> MatrixRequest {
    MatrixRequest(
      .post, ["knock", room.rawValue], query: servers.map { Parameter(name: "via", value: $0) },
      body: .object { if let reason { $0.member("reason", reason.withoutNUL) } }, rateClass: .joining)
  }

  /// Also turns away somebody who asks to be let in.
  public static func kick(_ user: UserID, from room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .post, ["rooms", room.rawValue, "kick"], body: .object { $0.member("user_id", user.rawValue) })
  }

  /// Those who ask to be let in, all at once.
  public static func knocks(on room: ChannelID) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "members"], query: [Parameter](["membership": "knock"]))
  }
}

/// Finding rooms that one is not in, and giving up those that one was in.
extension MatrixRequest {
  /// The room behind an alias, and who may help to get in.
  public static func room(behind alias: String) -> MatrixRequest {
    MatrixRequest(.get, ["directory", "room", alias])
  }

  /// A page of a server's directory of rooms.
  ///
  /// - Parameters:
  ///   - text: stands in what the room is called or about; empty: all rooms.
  ///   - server: whose directory; nil: the user's own.
  ///   - from: where the page begins; nil: at the largest room.
  public static func directory(
    matching text: String, of server: String?, from: String?, limit: Int
  ) -> MatrixRequest {
    let body = Body.object { json in
      if !text.isEmpty { json.object("filter") { $0.member("generic_search_term", text.withoutNUL) } }
      json.member("limit", limit)
      if let from { json.member("since", from) }
    }
    return MatrixRequest(.post, ["publicRooms"], query: [Parameter](["server": server]), body: body)
  }

  /// A page of the rooms in a space, in its order; the space itself is the first on the first page.
  ///
  /// - Parameter from: where the page begins; nil: at the beginning.
  public static func hierarchy(of space: ChannelID, from: String?, limit: Int) -> MatrixRequest {
    MatrixRequest(
      .get, .client("v1"), ["rooms", space.rawValue, "hierarchy"],
      query: [Parameter](["from": from, "limit": "\(limit)", "max_depth": "1"]))
  }

  /// From now on the server tells nothing of a room that one left, not even that it was there.
  public static func forget(_ room: ChannelID) -> MatrixRequest {
    MatrixRequest(.post, ["rooms", room.rawValue, "forget"], body: .empty)
  }
}

/// What a person wants of rooms, where all clients keep it.
extension MatrixRequest {
  /// The lists of rules about rooms as a whole, and what a rule in it does.
  public enum PushRuleKind: String, Hashable, Sendable {
    /// Comes before everything else, such as mentions.
    case override
    /// Comes behind what is said about words and mentions.
    case room
  }

  /// Sets a rule that fits everything in a room. One that is there is replaced, and stays enabled or not.
  public static func setPushRule(
    _ kind: PushRuleKind, for room: ChannelID, notifying: Bool
  ) -> MatrixRequest {
    let body = Body.object { json in
      json.array("actions") { json in
        guard notifying else { return }
        json.string("notify")
        json.object { json in
          json.member("set_tweak", "sound")
          json.member("value", "default")
        }
      }
      guard kind == .override else { return }
      json.array("conditions") { json in
        json.object { json in
          json.member("kind", "event_match")
          json.member("key", "room_id")
          json.member("pattern", room.rawValue)
        }
      }
    }
    return MatrixRequest(.put, path(kind, room.rawValue), body: body)
  }

  public static func enablePushRule(_ kind: PushRuleKind, _ id: String) -> MatrixRequest {
    MatrixRequest(.put, path(kind, id) + ["enabled"], body: .object { $0.member("enabled", true) })
  }

  public static func removePushRule(_ kind: PushRuleKind, _ id: String) -> MatrixRequest {
    MatrixRequest(.delete, path(kind, id))
  }

  private static func path(_ kind: PushRuleKind, _ id: String) -> [String] {
    ["pushrules", "global", kind.rawValue, id]
  }

  // MARK: Tags

  /// Puts a room before the others.
  ///
  /// - Parameter order: its place among those, from 0 to 1.
  public static func setFavourite(_ room: ChannelID, of user: UserID, order: Double) -> MatrixRequest {
    let place = min(max(0, order.isFinite ? order : 1), 1)
    return MatrixRequest(.put, favourite(room, user), body: .json(Array("{\"order\":\(place)}".utf8)))
  }

  public static func removeFavourite(_ room: ChannelID, of user: UserID) -> MatrixRequest {
    MatrixRequest(.delete, favourite(room, user))
  }

  private static func favourite(_ room: ChannelID, _ user: UserID) -> [String] {
    ["user", user.rawValue, "rooms", room.rawValue, "tags", "m.favourite"]
  }

  // MARK: Unread marks

  public static func setMarkedUnread(_ isMarked: Bool, _ room: ChannelID, of user: UserID) -> MatrixRequest {
    setAccountData(
      EventType.markedUnread, JSONWriter.bytes { $0.object { $0.member("unread", isMarked) } }, of: user,
      in: room)
  }
}
