import SQLite

/// An event that could not be decrypted yet. Its bytes are with the service.
package struct WaitingEvent: Hashable, Sendable {
  package let room: String
  package let session: String
  package let event: String
  /// When it was first tried, milliseconds since 1970. Report it as unreadable only 5 s after that: keys can come late.
  package let since: Int64
}

/// Events without a key, and the codes by which senders refused one.
struct WaitingEvents {
  let database: KeyDatabase

  /// The maximum number of stored codes, because senders can make them up.
  private static let mostWithheld = 10_000

  func add(room: String, session: String, event: String) throws(MachineError) {
    try database.connection.run(
      "INSERT OR IGNORE INTO waiting (room, session, event, since) VALUES (?, ?, ?, ?)", .id(room),
      .id(session),
      .id(event), .integer(database.now()))
  }

  func remove(room: String, session: String, event: String) throws(MachineError) {
    try database.connection.run(
      "DELETE FROM waiting WHERE room = ? AND session = ? AND event = ?", .id(room), .id(session), .id(event))
  }

  /// The events that wait for the key of a session.
  func events(room: String, session: String) throws(MachineError) -> [WaitingEvent] {
    try events("WHERE room = ? AND session = ? ORDER BY since", [.id(room), .id(session)])
  }

  /// The events that wait although their key is stored: the program ended before it tried them again.
  func readable() throws(MachineError) -> [WaitingEvent] {
    try events(
      """
      WHERE EXISTS (
        SELECT 1 FROM inbound WHERE inbound.room = waiting.room AND inbound.session = waiting.session)
      ORDER BY since
      """, [])
  }

  func all() throws(MachineError) -> [WaitingEvent] { try events("ORDER BY since", []) }

  private func events(_ condition: String, _ values: [Value]) throws(MachineError) -> [WaitingEvent] {
    var events: [WaitingEvent] = []
    try database.connection.rows("SELECT room, session, event, since FROM waiting \(condition)", values) {
      row in
      events.append(
        WaitingEvent(room: row.text(0), session: row.text(1), event: row.text(2), since: row.integer(3)))
    }
    return events
  }

  // MARK: Withheld keys

  /// Notes that a user refused the key of a session. The refusal is not authenticated, so it only explains a missing key.
  func noteWithheld(room: String, session: String, by user: String, code: String) throws(MachineError) {
    let count = try database.connection.first("SELECT count(*) FROM withheld") { $0.integer(0) } ?? 0
    guard count < Self.mostWithheld, code.utf8.count <= 64 else { return }
    try database.connection.run(
      "REPLACE INTO withheld (room, session, user, code) VALUES (?, ?, ?, ?)", .id(room), .id(session),
      .id(user),
      .id(code))
  }

  /// The code by which a user refused the key of a session. A code without a session means that no Olm session with this device
  /// could begin.
  func withheldCode(room: String, session: String, by user: String) throws(MachineError) -> String? {
    try database.connection.first(
      """
      SELECT code FROM withheld WHERE user = ? AND (room = ? AND session = ? OR room = x'' AND session = x'')
      ORDER BY room DESC
      """, .id(user), .id(room), .id(session)
    ) { $0.text(0) }
  }

  func endWithheld(room: String, session: String, by user: String) throws(MachineError) {
    try database.connection.run(
      "DELETE FROM withheld WHERE user = ? AND (room = ? AND session = ? OR room = x'' AND session = x'')",
      .id(user), .id(room), .id(session))
  }
}
