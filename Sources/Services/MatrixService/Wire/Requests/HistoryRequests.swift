import ChatDomain
import JSON

/// History, relations and syncs.
extension MatrixRequest {
  enum Direction: String, Hashable, Sendable {
    case backward = "b"
    case forward = "f"
  }

  /// A page of a room's history.
  ///
  /// - Parameters:
  ///   - from: the start token; nil: the newest event if backward, the oldest if forward.
  ///   - to: the token at which the page ends.
  ///   - senders: who sent the events; empty: everyone.
  static func messages(
    in room: ChannelID, _ direction: Direction, from: String?, to: String? = nil, limit: Int,
    by senders: [UserID] = []
  ) -> MatrixRequest {
    let filter =
      senders.isEmpty
      ? pageFilter
      : String(
        decoding: JSONWriter.bytes { json in
          json.object { json in
            json.member("lazy_load_members", true)
            json.member("senders", senders.map(\.rawValue))
          }
        }, as: UTF8.self)
    return MatrixRequest(
      .get, ["rooms", room.rawValue, "messages"],
      query: [Parameter]([
        "dir": direction.rawValue, "from": from, "to": to, "limit": "\(limit)", "filter": filter,
      ]))
  }

  /// An event with its neighbours.
  static func context(of event: MessageID, in room: ChannelID, limit: Int) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "context", event.rawValue],
      query: [Parameter](["limit": "\(limit)", "filter": pageFilter]))
  }

  static func event(_ event: MessageID, in room: ChannelID) -> MatrixRequest {
    MatrixRequest(.get, ["rooms", room.rawValue, "event", event.rawValue])
  }

  /// The replies of a thread, the latest first.
  static func replies(
    under root: MessageID, in room: ChannelID, from: String? = nil, limit: Int
  ) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "relations", root.rawValue, "m.thread"], below: .client("v1"),
      query: [Parameter](["dir": Direction.backward.rawValue, "from": from, "limit": "\(limit)"]))
  }

  /// The roots of the threads that the user takes part in, the latest reply first.
  static func threads(in room: ChannelID, limit: Int) -> MatrixRequest {
    MatrixRequest(
      .get, ["rooms", room.rawValue, "threads"], below: .client("v1"),
      query: [Parameter](["include": "participated", "limit": "\(limit)"]))
  }

  /// A search in messages by the server's rules; each result must be checked.
  ///
  /// - Parameters:
  ///   - senders: who sent the messages; empty: everyone.
  ///   - rooms: empty: all joined rooms.
  static func search(
    _ words: String, by senders: [UserID] = [], in rooms: [ChannelID], limit: Int, from: String? = nil
  ) -> MatrixRequest {
    let body = Body.object { json in
      json.object("search_categories") { json in
        json.object("room_events") { json in
          json.member("search_term", words)
          json.member("keys", ["content.body"])
          json.member("order_by", "recent")
          json.object("filter") { json in
            json.member("limit", limit)
            if !rooms.isEmpty { json.member("rooms", rooms.map(\.rawValue)) }
            if !senders.isEmpty { json.member("senders", senders.map(\.rawValue)) }
          }
        }
      }
    }
    return MatrixRequest(.post, ["search"], query: [Parameter](["next_batch": from]), body: body)
  }

  private static var pageFilter: String { String(decoding: SyncFilter.page, as: UTF8.self) }

  // MARK: Syncs

  /// The changes since an earlier sync, or the whole state.
  ///
  /// - Parameters:
  ///   - patience: the long-poll timeout.
  ///   - presence: the presence that others see meanwhile.
  static func sync(
    since: String?, filter: SyncFilter, patience: Duration = .zero,
    presence: ShownActivity.OwnPresence = .offline
  ) -> MatrixRequest {
    let milliseconds = Int(clamping: max(0, patience.microseconds / 1000))
    return MatrixRequest(
      .get, ["sync"],
      query: [Parameter]([
        "since": since, "filter": String(decoding: filter.bytes, as: UTF8.self), "timeout": "\(milliseconds)",
        "set_presence": presence.rawValue,
      ]), patience: milliseconds)
  }
}
