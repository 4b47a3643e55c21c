import Ciphers
import CrossSigning
import JSON
import SQLite

/// Encrypted to-device requests that the server has not accepted yet.
///
/// They are stored together with the session that encrypted them, so that a retry sends the same bytes.
struct RequestQueue {
  let database: KeyDatabase

  /// Adds a request.
  ///
  /// - Parameters:
  ///   - messages: contents by user and device.
  ///   - session: the room session that it shares; its events wait for this request.
  func add(
    type: String, _ messages: [String: [String: [UInt8]]], session: String? = nil
  ) throws(MachineError) {
    let body = try messages.toDeviceBody()
    let random = try ciphered(database.suite.randomBytes(count: 16))
    let txn = random.map { String($0, radix: 16) }.joined(separator: ".")
    try database.connection.run(
      "INSERT INTO request (txn, type, session, body) VALUES (?, ?, ?, ?)", .id(txn), .id(type),
      session.map { .id($0) } ?? .null, .bytes(body))
  }

  /// The waiting requests, the oldest first.
  func all(session: String? = nil) throws(MachineError) -> [OutgoingRequest] {
    var requests: [OutgoingRequest] = []
    let condition = session == nil ? "" : "WHERE session = ?"
    try database.connection.rows(
      "SELECT number, txn, type, body FROM request \(condition) ORDER BY number",
      session.map { [.id($0)] } ?? []
    ) { row in
      let type = row.text(2)
      requests.append(
        OutgoingRequest(
          request: ServerRequest(.put, ["sendToDevice", type, row.text(1)], body: row.bytes(3)),
          context: .stored(number: row.integer(0))))
    }
    return requests
  }

  func remove(_ number: Int64) throws(MachineError) {
    try database.connection.run("DELETE FROM request WHERE number = ?", .integer(number))
  }

  /// Whether requests that share this session wait.
  func isWaiting(forSession session: String) throws(MachineError) -> Bool {
    try database.connection.first("SELECT 1 FROM request WHERE session = ?", .id(session)) { _ in true }
      ?? false
  }
}

extension [String: [String: [UInt8]]] {
  /// The body of a to-device request.
  fileprivate func toDeviceBody() throws(MachineError) -> [UInt8] {
    try JSONWriter.bytes { json throws(MachineError) in
      try json.object { json throws(MachineError) in
        try json.object("messages") { json throws(MachineError) in
          for (user, devices) in sorted(by: { $0.key < $1.key }) {
            try json.object(user) { json throws(MachineError) in
              for (device, content) in devices.sorted(by: { $0.key < $1.key }) {
                json.key(device)
                json.node(try JSONNode.own(content))
              }
            }
          }
        }
      }
    }
  }
}

extension JSONNode {
  /// Parses what this program wrote.
  static func own(_ text: [UInt8]) throws(MachineError) -> JSONNode {
    do { return try JSONDocument(text).root } catch { throw .damaged("stored JSON: \(error)") }
  }
}
