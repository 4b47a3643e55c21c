import ChatDomain
import JSON

/// The record of a room in the cache, apart from its states and events.
struct RoomRecord {
  static func bytes(of room: Room) -> [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        switch room.standing {
        case .joined: json.member("standing", "joined")
        case .left: json.member("standing", "left")
        case .knocking: break
        case .invited(let invitation):
          json.member("standing", "invited")
          json.member("by", invitation.by.rawValue)
          if let name = invitation.byName { json.member("byName", name) }
          json.member("isDirect", invitation.isDirect)
          if invitation.isSpace { json.member("isSpace", true) }
          json.member("at", "\(invitation.at.microseconds)")
          // Rooms that the user is not in have no states.
          if let name = room.name { json.member("name", name) }
          if let topic = room.topic { json.member("topic", topic) }
          json.member("isOpen", room.joinRule == .everybody)
        }
        if let knock = room.knock {
          json.member("standing", "knocking")
          if let reason = knock.reason { json.member("reason", reason) }
          json.member("at", "\(knock.at.microseconds)")
          if let name = room.name { json.member("name", name) }
          if let topic = room.topic { json.member("topic", topic) }
        }
        json.member("isEncrypted", room.isEncrypted)
        json.member("heroes", room.members.heroes.map(\.rawValue))
        json.member("joined", room.members.joinedCount)
        json.member("expected", room.members.counts.expected)
        json.member("direct", room.members.counts.direct)
        json.member("knocking", room.members.knocking.map(\.rawValue).sorted())
        if let unread = room.reading.serverCounts {
          json.member("unread", unread.notifications)
          json.member("highlights", unread.highlights)
        }
        if let baseline = room.reading.baseline { json.member("baseline", baseline.description) }
        if let followed = room.reading.followedFrom { json.member("followed", followed.description) }
        if room.wasAskedForChildren { json.member("askedForChildren", true) }
        if let updatedAt = room.updatedAt { json.member("updated", "\(updatedAt.microseconds)") }
        json.object("pins") { json in
          for (id, token) in room.pins.changes.sorted(by: { $0.key < $1.key }) {
            json.member(id.rawValue, token.description)
          }
        }
      }
    }
  }

  /// Restores a room. Damaged values are skipped, because the server has them.
  static func read(_ bytes: [UInt8], into room: Room) {
    let root: JSONNode
    do throws(JSONError) { root = try JSONDocument(bytes).root } catch { return }
    switch root["standing"]?.string {
    case "joined": room.standing = .joined
    case "invited":
      guard let by = root["by"]?.string.flatMap({ UserID(matrix: $0) }) else { break }
      room.standing = .invited(
        PendingInvitation(
          by: by, byName: root["byName"]?.string, isDirect: root["isDirect"]?.bool == true,
          at: Timestamp(microseconds: root["at"]?.string.flatMap { Int64($0) } ?? 0),
          isSpace: root["isSpace"]?.bool == true))
      room.name = root["name"]?.string
      room.topic = root["topic"]?.string
      room.joinRule = root["isOpen"]?.bool == true ? .everybody : .invited
    case "knocking":
      room.standing = .knocking(
        PendingKnock(
          reason: root["reason"]?.string,
          at: Timestamp(microseconds: root["at"]?.string.flatMap { Int64($0) } ?? 0)))
      room.name = root["name"]?.string
      room.topic = root["topic"]?.string
    default: room.standing = .left
    }
    room.isEncrypted = root["isEncrypted"]?.bool == true
    room.members.heroes = root["heroes"].elements.compactMap { $0.string.flatMap { UserID(matrix: $0) } }
    room.members.joinedCount = root["joined"]?.integer ?? 0
    if let expected = root["expected"]?.integer, let direct = root["direct"]?.integer,
      let knocking = root["knocking"]
    {
      let users = knocking.elements.compactMap { $0.string.flatMap { UserID(matrix: $0) } }
      room.members.take(MemberCounts(expected: expected, direct: direct), knocking: Set(users))
    }
    if let count = root["unread"]?.integer {
      room.reading.serverCounts = UnreadCounts(
        notifications: count, highlights: root["highlights"]?.integer ?? 0)
    }
    room.reading.baseline = root["baseline"]?.string.flatMap { UInt64($0) }.map { Timetoken($0) }
    room.reading.followedFrom = root["followed"]?.string.flatMap { UInt64($0) }.map { Timetoken($0) }
    room.wasAskedForChildren = root["askedForChildren"]?.bool == true
    room.updatedAt = root["updated"]?.string.flatMap { Int64($0) }.map { Timestamp(microseconds: $0) }
    for member in root["pins"].members {
      guard let id = MessageID(matrix: member.key), let token = member.value.string.flatMap({ UInt64($0) })
      else { continue }
      room.pins.changes[id] = Timetoken(token)
    }
  }
}
