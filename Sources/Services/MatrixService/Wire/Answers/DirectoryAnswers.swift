public import ChatDomain
import JSON

/// What a server knows of a person.
public struct ProfileAnswer: Hashable, Sendable {
  public let name: String?
  public let custom: [String: JSONValue]

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    name = root["displayname"]?.string?.line(maxBytes: 255)
    let others = root.members.prefix(64).filter { $0.key != "displayname" && $0.value.raw.count <= 4096 }
    custom = Dictionary(
      others.compactMap { member in JSONValue(member.value).map { (member.key, $0) } },
      uniquingKeysWith: { _, last in last })
  }

  public func user(_ id: UserID) -> User { User(id: id, name: name, custom: custom) }
}

public struct PresenceAnswer: Hashable, Sendable {
  public let state: PresenceState

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    guard let state = PresenceState(try JSONDocument.answer(bytes)) else { throw .lacks("presence") }
    self.state = state
  }
}

/// People whom a search found.
public struct UserDirectoryAnswer: Hashable, Sendable {
  public let users: [User]

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard root["results"]?.kind == .array else { throw .lacks("results") }
    users = root["results"].elements.compactMap { found in
      found["user_id"].userID.map { User(id: $0, name: found["display_name"]?.string?.line(maxBytes: 255)) }
    }
  }
}

/// What can be known of a room from outside.
public struct RoomListing: Hashable, Sendable {
  public let id: ChannelID
  public let name: String?
  public let topic: String?
  public let alias: String?
  public let memberCount: Int
  public let joinRule: JoinRule
  /// What one is to it, where the server says so.
  public let standing: RoomMember.Standing?
  public let isEncrypted: Bool
  /// Whether it holds other rooms, or belongs to another program: then it is no channel.
  public let hasType: Bool
  /// Whether it is a space.
  public let isSpace: Bool

  init?(_ node: JSONNode) {
    guard let id = node["room_id"].channelID else { return nil }
    self.id = id
    name = node["name"]?.string?.line(maxBytes: 255)
    topic = node["topic"]?.string?.sanitized(maxBytes: 4096)
    alias = node["canonical_alias"]?.shortString?.line(maxBytes: MatrixGrammar.longest)
    memberCount = node["num_joined_members"]?.count ?? 0
    // In a directory, a room for everybody need not say so.
    joinRule = node["join_rule"] == nil ? .everybody : JoinRule(node["join_rule"]?.shortString)
    hasType = node["room_type"]?.kind == .string
    isSpace = node["room_type"]?.isString(RoomCreation.space) == true
    standing = node["membership"]?.shortString.flatMap(RoomMember.Standing.init)
    isEncrypted = node["encryption"]?.kind == .string || node["im.nheko.summary.encryption"]?.kind == .string
  }
}

public struct RoomSummaryAnswer: Hashable, Sendable {
  public let room: RoomListing

  /// - Parameter id: the room that was asked for: a server may not answer with another.
  public init(_ bytes: [UInt8], of id: ChannelID) throws(AnswerError) {
    guard let room = RoomListing(try JSONDocument.answer(bytes)), room.id == id else {
      throw .lacks("room_id")
    }
    self.room = room
  }
}

public struct PublicRoomsAnswer: Hashable, Sendable {
  public let rooms: [RoomListing]

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    rooms = try root.chunk().elements.compactMap { RoomListing($0) }
  }
}

/// A room that was created or joined.
public struct RoomAnswer: Hashable, Sendable {
  public let id: ChannelID

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    guard let id = try JSONDocument.answer(bytes)["room_id"].channelID else { throw .lacks("room_id") }
    self.id = id
  }
}

/// An address to which a file may be sent.
public struct CreatedMediaAnswer: Hashable, Sendable {
  public let address: MediaAddress

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    guard
      let address = try JSONDocument.answer(bytes)["content_uri"]?.shortString.flatMap({ MediaAddress($0) })
    else { throw .lacks("content_uri") }
    self.address = address
  }
}

/// How large a file may be.
public struct MediaLimitsAnswer: Hashable, Sendable {
  /// Nil: the server does not say.
  public let bytes: Int?

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    self.bytes = try JSONDocument.answer(bytes)["m.upload.size"]?.integer.flatMap { $0 > 0 ? $0 : nil }
  }
}
