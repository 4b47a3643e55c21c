import ChatDomain
import JSON

/// What of all that happens an answer to a sync holds.
public struct SyncFilter: Hashable, Sendable {
  /// How many of the latest events of each room.
  public var timelineLimit: Int
  public var hasPresence: Bool

  public init(timelineLimit: Int = 20, hasPresence: Bool = true) {
    self.timelineLimit = timelineLimit
    self.hasPresence = hasPresence
  }

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

extension MatrixRequest {
  public enum ShownPresence: String, Hashable, Sendable {
    case online, offline, unavailable
  }

  /// What happened since an answer before, or how everything is.
  ///
  /// - Parameters:
  ///   - patience: how long the server waits for something to happen.
  ///   - presence: what others see of the person while it waits.
  public static func sync(
    since: String?, filter: SyncFilter, patience: Duration = .zero, presence: ShownPresence = .offline
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
