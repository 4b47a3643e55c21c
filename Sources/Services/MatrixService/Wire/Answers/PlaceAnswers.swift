public import ChatDomain
import JSON

/// The room behind an alias.
public struct AliasAnswer: Hashable, Sendable {
  public let room: ChannelID
  /// Those who may help to get in.
  public let servers: [String]

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let room = root["room_id"].channelID else { throw .lacks("room_id") }
    self.room = room
    let named = root["servers"].elements.prefix(1000).compactMap { ($0 as JSONNode).shortString }
    servers = Array(named.filter { RoomAddress.isServer($0) }.prefix(RoomAddress.mostServers))
  }
}

/// A page of the rooms in a space.
public struct HierarchyAnswer: Hashable, Sendable {
  public let rooms: [RoomListing]
  /// Where the next page begins; nil: there is none.
  public let next: String?

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard root["rooms"]?.kind == .array else { throw .lacks("rooms") }
    rooms = root["rooms"].elements.prefix(1000).compactMap { RoomListing($0) }
    next = root.optionalToken("next_batch").flatMap { $0.utf8.count <= 4096 ? $0 : nil }
  }
}

/// A page of a directory of rooms.
public struct DirectoryAnswer: Hashable, Sendable {
  public let rooms: [RoomListing]
  /// Where the next page begins; nil: there is none.
  public let next: String?

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    rooms = try root.chunk().elements.prefix(1000).compactMap { RoomListing($0) }
    next = root.optionalToken("next_batch").flatMap { $0.utf8.count <= 4096 ? $0 : nil }
  }
}
