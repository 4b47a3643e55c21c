import JSON
import SQLite

/// How a room is encrypted: `m.room.encryption`. Once seen it is kept for ever, whatever a server says later.
struct RoomSettings: Hashable {
  let isSupported: Bool
  /// Messages after which a new session begins.
  let mostMessages: Int64
  /// Milliseconds after which a new session begins.
  let longest: Int64

  static let algorithm = "m.megolm.v1.aes-sha2"
  /// The limits of the settings, so that a server cannot prevent rotation.
  private static let messages: ClosedRange<Int64> = 1...10_000
  private static let period: ClosedRange<Int64> = 3_600_000...2_419_200_000

  /// Reads the content of a state event.
  init(_ content: JSONNode?) {
    isSupported = content?["algorithm"]?.isString(Self.algorithm) == true
    mostMessages = Self.clamped(content?["rotation_period_msgs"], 100, Self.messages)
    longest = Self.clamped(content?["rotation_period_ms"], 604_800_000, Self.period)
  }

  private init(isSupported: Bool, mostMessages: Int64, longest: Int64) {
    (self.isSupported, self.mostMessages, self.longest) = (isSupported, mostMessages, longest)
  }

  private static func clamped(_ node: JSONNode?, _ usual: Int64, _ range: ClosedRange<Int64>) -> Int64 {
    min(max(node?.integer.map(Int64.init) ?? usual, range.lowerBound), range.upperBound)
  }

  /// The settings of a room; nil if it was never seen encrypted.
  static func of(_ room: String, in database: KeyDatabase) throws(MachineError) -> RoomSettings? {
    try database.connection.first(
      "SELECT is_supported, most_messages, longest FROM room WHERE room = ?", .id(room)
    ) {
      RoomSettings(isSupported: $0.integer(0) != 0, mostMessages: $0.integer(1), longest: $0.integer(2))
    }
  }

  /// Notes a state event. One with another algorithm, or none, does not end encryption.
  static func note(_ content: JSONNode?, room: String, in database: KeyDatabase) throws(MachineError) {
    let new = RoomSettings(content)
    let known = try of(room, in: database)
    guard new.isSupported || known == nil else { return }
    try database.connection.run(
      "REPLACE INTO room (room, is_supported, most_messages, longest) VALUES (?, ?, ?, ?)", .id(room),
      .integer(new.isSupported ? 1 : 0), .integer(new.mostMessages), .integer(new.longest))
  }

  /// The events in a sync answer that switch encryption on, with their rooms.
  static func events(in sync: JSONNode) -> [(room: String, content: JSONNode?)] {
    var found: [(room: String, content: JSONNode?)] = []
    for kind in ["join", "invite", "knock"] {
      for room in (sync["rooms"]?[kind]).members {
        for part in ["state", "state_after", "timeline", "invite_state", "knock_state"] {
          for event in (room.value[part]?["events"]).elements
          where event["type"]?.isString("m.room.encryption") == true
            && event["state_key"]?.isString("") == true
          {
            found.append((room.key, event["content"]))
          }
        }
      }
    }
    return found
  }
}
