package import Ciphers
package import CrossSigning
import JSON

/// The requests about a backup.
extension ServerRequest {
  /// Reads the version of the backup. The server answers 404 `M_NOT_FOUND` if there is none.
  package static let backupVersion = ServerRequest(.get, ["room_keys", "version"])

  /// Reads all keys of a room.
  package static func backedUpKeys(room: String, in version: BackupVersion) -> ServerRequest {
    ServerRequest(.get, ["room_keys", "keys", room], query: ["version": version.version])
  }

  /// Reads one key. The server answers 404 `M_NOT_FOUND` if it has none.
  package static func backedUpKey(
    room: String, sessionID: String, in version: BackupVersion
  ) -> ServerRequest {
    ServerRequest(.get, ["room_keys", "keys", room, sessionID], query: ["version": version.version])
  }

  /// The maximum number of keys in one request, about 100 kB.
  package static let mostBackedUpKeys = 128

  /// Uploads keys to the backup. Idempotent: of two keys for a session the server keeps the better one.
  ///
  /// - Parameters:
  ///   - keys: each with whether its sender was verified; at most ``mostBackedUpKeys``.
  ///   - version: the backup. The caller must have checked `trust`.
  package static func backUp(
    _ keys: [(key: BackedUpRoomKey, isVerified: Bool)], in version: BackupVersion, with suite: CipherSuite
  ) throws(BackupError) -> ServerRequest {
    var entries: [String: [String: JSONNode]] = [:]
    // If two devices sent a key of the same session, the key that opens more messages is uploaded.
    for (key, isVerified) in keys.sorted(by: { $0.key.firstIndex > $1.key.firstIndex }) {
      let entry = try key.entry(for: version.publicKey, isVerified: isVerified, with: suite)
      do { entries[key.room, default: [:]][key.sessionID] = try JSONDocument(entry).root } catch {
        throw .malformed
      }
    }
    let body = JSONWriter.bytes { json in
      json.object { json in
        json.object("rooms") { json in
          for (room, sessions) in entries.sorted(by: { $0.key < $1.key }) {
            json.object(room) { json in
              json.object("sessions") { json in
                for (id, entry) in sessions.sorted(by: { $0.key < $1.key }) { json.member(id, entry) }
              }
            }
          }
        }
      }
    }
    return ServerRequest(.put, ["room_keys", "keys"], query: ["version": version.version], body: body)
  }
}
