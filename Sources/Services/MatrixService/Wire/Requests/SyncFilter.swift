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
