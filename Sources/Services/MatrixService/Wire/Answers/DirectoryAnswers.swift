import ChatDomain
import JSON

/// The profile of a user.
struct ProfileAnswer: Hashable, Sendable {
  let name: String?
  let custom: [String: JSONValue]

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    name = root["displayname"]?.string?.line(maxBytes: 255)
    let others = root.members.prefix(64).filter { $0.key != "displayname" && $0.value.raw.count <= 4096 }
    custom = Dictionary(
      others.compactMap { member in JSONValue(member.value).map { (member.key, $0) } },
      uniquingKeysWith: { _, last in last })
  }

  func user(_ id: UserID) -> User { User(id: id, name: name, custom: custom) }
}

struct PresenceAnswer: Hashable, Sendable {
  let state: PresenceState

  init(_ bytes: [UInt8]) throws(AnswerError) {
    guard let state = PresenceState(try JSONDocument.answer(bytes)) else { throw .lacks("presence") }
    self.state = state
  }
}

/// The results of a user search.
struct UserDirectoryAnswer: Hashable, Sendable {
  let users: [User]

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    users = try root.array("results").elements.compactMap { found in
      found["user_id"].userID.map { User(id: $0, name: found["display_name"]?.string?.line(maxBytes: 255)) }
    }
  }
}

/// The public description of a room.
struct RoomListing: Hashable, Sendable {
  let id: ChannelID
  let name: String?
  let topic: String?
  let alias: String?
  let memberCount: Int
  let joinRule: JoinRule
  /// The user's membership, if the server says.
  let standing: RoomMember.Standing?
  let isEncrypted: Bool
  /// Whether it is a space or belongs to another program, and so is no channel.
  let hasType: Bool
  let isSpace: Bool

  init?(_ node: JSONNode) {
    guard let id = node["room_id"].channelID else { return nil }
    self.id = id
    name = node["name"]?.string?.line(maxBytes: 255)
    topic = node["topic"]?.string?.sanitized(maxBytes: 4096)
    alias = node["canonical_alias"]?.shortString?.line(maxBytes: MatrixGrammar.longest)
    memberCount = node["num_joined_members"]?.count ?? 0
    // In directories the rule may be missing for public rooms.
    joinRule = node["join_rule"] == nil ? .everybody : JoinRule(node["join_rule"]?.shortString)
    hasType = node["room_type"]?.kind == .string
    isSpace = node["room_type"]?.isString(RoomCreation.space) == true
    standing = node["membership"]?.shortString.flatMap(RoomMember.Standing.init)
    isEncrypted = node["encryption"]?.kind == .string || node["im.nheko.summary.encryption"]?.kind == .string
  }
}

struct RoomSummaryAnswer: Hashable, Sendable {
  let room: RoomListing

  /// - Parameter id: the requested room. An answer about another room is rejected.
  init(_ bytes: [UInt8], of id: ChannelID) throws(AnswerError) {
    guard let room = RoomListing(try JSONDocument.answer(bytes)), room.id == id else {
      throw .lacks("room_id")
    }
    self.room = room
  }
}

/// A room that was created or joined.
struct RoomAnswer: Hashable, Sendable {
  let id: ChannelID

  init(_ bytes: [UInt8]) throws(AnswerError) {
    guard let id = try JSONDocument.answer(bytes)["room_id"].channelID else { throw .lacks("room_id") }
    self.id = id
  }
}

/// The address for an upload.
struct CreatedMediaAnswer: Hashable, Sendable {
  let address: MediaAddress

  init(_ bytes: [UInt8]) throws(AnswerError) {
    guard
      let address = try JSONDocument.answer(bytes)["content_uri"]?.shortString.flatMap({ MediaAddress($0) })
    else { throw .lacks("content_uri") }
    self.address = address
  }
}

/// The server's limit for files.
struct MediaLimitsAnswer: Hashable, Sendable {
  /// Nil: unknown.
  let bytes: Int?

  init(_ bytes: [UInt8]) throws(AnswerError) {
    self.bytes = try JSONDocument.answer(bytes)["m.upload.size"]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// The room of an alias.
struct AliasAnswer: Hashable, Sendable {
  let room: ChannelID
  /// The servers that can help to join.
  let servers: [String]

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let room = root["room_id"].channelID else { throw .lacks("room_id") }
    self.room = room
    let named = root["servers"].elements.prefix(1000).compactMap { ($0 as JSONNode).shortString }
    servers = Array(named.filter { RoomAddress.isServer($0) }.prefix(RoomAddress.mostServers))
  }
}

/// A page of a directory of rooms, or of the rooms in a space.
struct DirectoryAnswer: Hashable, Sendable {
  let rooms: [RoomListing]
  /// The token of the next page; nil if there is none.
  let next: String?

  /// - Parameter list: the key of the list, which is `rooms` for a space.
  init(_ bytes: [UInt8], list: String = "chunk") throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    rooms = try root.array(list).elements.prefix(1000).compactMap { RoomListing($0) }
    next = root.optionalToken("next_batch").flatMap { $0.utf8.count <= 4096 ? $0 : nil }
  }
}
