package import CrossSigning

/// Decides which keys are fetched from the backup next.
///
/// Keys of messages on the screen come first, the last requested one before older ones, so that scrolling is never behind.
/// Otherwise the keys are fetched in the background, room by room. One request is in flight at a time.
package struct RestoreSchedule: Sendable {
  /// A session by its room and id.
  package struct Session: Hashable, Sendable {
    package let room: String
    package let id: String

    package init(room: String, id: String) { (self.room, self.id) = (room, id) }
  }

  /// What a request asks for.
  package enum Fetch: Hashable, Sendable {
    case session(Session)
    case room(String)
  }

  /// How a fetch ended.
  package enum Outcome: Hashable, Sendable {
    /// The server answered with what was asked for.
    case received
    /// The server answered 404 `M_NOT_FOUND`.
    case notThere
    /// Any other error. The request is retried later.
    case failed
  }

  private let version: BackupVersion
  /// Keys that messages on the screen need, the last requested one at the end.
  private var urgent: [Session] = []
  /// Sessions that the backup did not have at `etag`.
  private var absent: Set<Session> = []
  private var etag: String?
  /// The rooms still to fetch, the next one last.
  private var rooms: [String] = []
  private(set) package var restoredRooms: Set<String>
  private var current: Fetch?

  /// The oldest requests beyond this number are dropped, because their messages have left the screen.
  package static let mostUrgent = 200

  /// - Parameters:
  ///   - version: the backup, of which we have the private key.
  ///   - rooms: the rooms whose keys are fetched in the background, the first ones first.
  ///   - restoredRooms: the rooms that were fetched by an earlier run.
  package init(version: BackupVersion, rooms: [String], restoredRooms: Set<String> = []) {
    (self.version, self.restoredRooms, etag) = (version, restoredRooms, version.etag)
    self.rooms = rooms.reversed().filter { !restoredRooms.contains($0) }
  }

  /// Requests the key of a message on the screen.
  package mutating func prioritize(_ session: Session) {
    guard !absent.contains(session), current != .session(session) else { return }
    urgent.removeAll { $0 == session }
    urgent.append(session)
    urgent.removeFirst(max(0, urgent.count - Self.mostUrgent))
  }

  /// Notes the present etag, which answers to uploads and to `room_keys/version` contain. After a change, keys that were absent
  /// are requested again.
  package mutating func observe(etag: String?) {
    guard etag != self.etag else { return }
    self.etag = etag
    absent = []
  }

  /// Whether a message on the screen needs a key.
  package var isUrgent: Bool { !urgent.isEmpty }

  /// The next request; nil if there is none, or one is in flight.
  package mutating func next() -> (fetch: Fetch, request: ServerRequest)? {
    guard current == nil else { return nil }
    let fetch: Fetch
    if let session = urgent.popLast() {
      fetch = .session(session)
    } else if let room = rooms.popLast() {
      fetch = .room(room)
    } else {
      return nil
    }
    current = fetch
    switch fetch {
    case .session(let session):
      return (fetch, .backedUpKey(room: session.room, sessionID: session.id, in: version))
    case .room(let room): return (fetch, .backedUpKeys(room: room, in: version))
    }
  }

  /// Ends the request in flight. Received keys must have been committed.
  package mutating func finish(_ outcome: Outcome) {
    guard let fetch = current else { return }
    current = nil
    switch (fetch, outcome) {
    case (.session, .received): break
    case (.session(let session), .notThere): absent.insert(session)
    case (.session(let session), .failed):
      // Retried after newer requests.
      urgent.insert(session, at: 0)
    case (.room(let room), .received), (.room(let room), .notThere):
      restoredRooms.insert(room)
      // Requests made in the meantime are answered by the room's keys.
      urgent.removeAll { $0.room == room }
    case (.room(let room), .failed): rooms.insert(room, at: 0)
    }
  }
}
