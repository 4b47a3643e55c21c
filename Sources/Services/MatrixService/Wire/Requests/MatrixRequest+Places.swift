public import ChatDomain
import JSON

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
