import ChatDomain
import SQLite

/// The columns of an event, in the order in which they are written and read.
enum EventColumns {
  static let names =
    "id, token, slice, kind, shown, counted, in_channel, mentions, parent, target, quoted, sender, txn, bytes"

  private static let own = names.split(separator: ", ").filter { $0 != "id" } + ["listed"]

  /// Of an event that is not here.
  static let addition: Query = {
    let places = Array(repeating: "?", count: own.count + 2).joined(separator: ", ")
    return Query("INSERT INTO event (room, \(names), listed) VALUES (\(places))")
  }()

  /// An event replaces the one with its id, and keeps that one's number, by which its words are found.
  static let insertion: Query = {
    let assignments = own.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    return Query("\(addition.sql) ON CONFLICT (room, id) DO UPDATE SET \(assignments)")
  }()

  static func values(of event: CachedEvent, in room: Int64) -> [Value] {
    [
      .integer(room), .id(event.id), .token(event.token), event.slice.map { .integer($0.rawValue) } ?? .null,
      .integer(Int64(event.kind.rawValue)), .flag(event.isShown), .flag(event.isCounted),
      .flag(event.isInChannel), .flag(event.mentionsMe), .id(event.parentId), .id(event.target),
      .id(event.quoted), .id(event.sender), .id(event.transactionId), .bytes(event.bytes),
      .flag(event.isShown && event.isInChannel),
    ]
  }

  static func event(_ row: Row, in room: ChannelID) throws(CacheFault) -> CachedEvent {
    guard let kind = CachedEvent.Kind(rawValue: Int(row.integer(3))) else { throw .damaged }
    return CachedEvent(
      id: row.id(0), room: room, token: row.token(1),
      slice: row.isNull(2) ? nil : SliceID(rawValue: row.integer(2)), kind: kind, isShown: row.flag(4),
      isCounted: row.flag(5), isInChannel: row.flag(6), parentId: row.idIfAny(8), target: row.idIfAny(9),
      quoted: row.idIfAny(10), sender: row.id(11), mentionsMe: row.flag(7), transactionId: row.idIfAny(12),
      bytes: row.bytes(13))
  }
}
