public import ChatDomain
public import JSON

/// What a person keeps at the server for their own devices, about one room or about none.
public struct AccountData: Sendable {
  public let type: String
  /// The room it is about; nil: about none.
  public let room: ChannelID?
  public let content: JSONNode

  init?(_ node: JSONNode, about room: ChannelID? = nil) {
    guard let type = node["type"]?.shortString, let content = node["content"], content.kind == .object else {
      return nil
    }
    self.type = type
    self.room = room
    self.content = content
  }

  /// The value as it was kept.
  public init?(type: String, bytes: [UInt8], about room: ChannelID?) {
    do throws(JSONError) { content = try JSONDocument(bytes, limits: .answer).root } catch { return nil }
    guard content.kind == .object else { return nil }
    self.type = type
    self.room = room
  }

  /// The value as it came.
  public var bytes: [UInt8] { Array(content.raw) }

  /// What it says, as far as it is understood.
  public enum Meaning: Hashable, Sendable {
    case drafts(DeviceID, DraftSlot)
    case preferences(RoomPreferences)
    case fullyRead(MessageID)
    /// Whether some client marked the room as a favourite.
    case tags(isFavourite: Bool)
    case direct(DirectRooms)
    case inbox(InboxMark)
    case other
  }

  public var meaning: Meaning {
    if let room, let device = InkwellKey.device(ofDraft: type) {
      return .drafts(device, DraftSlot(content, in: room))
    }
    switch type {
    case InkwellKey.preferences: return .preferences(RoomPreferences(content))
    case EventType.fullyRead: return content["event_id"].messageID.map { .fullyRead($0) } ?? .other
    case EventType.tag: return .tags(isFavourite: content["tags"]?["m.favourite"] != nil)
    case InkwellKey.inbox where room == nil: return .inbox(InboxMark(content))
    case EventType.direct: return .direct(DirectRooms(content))
    default: return .other
    }
  }
}

/// What a person wants of a room, in the room's account data.
public struct RoomPreferences: Hashable, Sendable {
  public let preferences: ChannelPreferences

  public init(_ preferences: ChannelPreferences) { self.preferences = preferences }

  init(_ content: JSONNode) {
    preferences = ChannelPreferences(
      isFavourite: content["favourite"]?.bool == true, isMuted: content["muted"]?.bool == true,
      revision: UInt64(clamping: max(0, content["rev"]?.integer ?? 0)))
  }

  public var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("favourite", preferences.isFavourite)
        json.member("muted", preferences.isMuted)
        json.member("rev", Int(clamping: preferences.revision).exactEverywhere)
      }
    }
  }
}

/// Which rooms are conversations with whom, as the person's clients keep it among them.
public struct DirectRooms: Hashable, Sendable {
  public private(set) var rooms: [UserID: [ChannelID]]

  public init(rooms: [UserID: [ChannelID]] = [:]) { self.rooms = rooms }

  init(_ content: JSONNode) {
    rooms = [:]
    for member in content.members.prefix(10_000) {
      guard let user = (member.keyNode as JSONNode?).userID else { continue }
      rooms[user] = member.value.elements.prefix(100).compactMap { ($0 as JSONNode?).channelID }
    }
  }

  /// The one whom a room is a conversation with.
  public func partner(in room: ChannelID) -> UserID? {
    rooms.filter { $0.value.contains(room) }.keys.min()
  }

  public mutating func add(_ room: ChannelID, with user: UserID) {
    if !rooms[user, default: []].contains(room) { rooms[user, default: []].append(room) }
  }

  public var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        for (user, rooms) in rooms.sorted(by: { $0.key < $1.key }) {
          json.member(user.rawValue, rooms.map(\.rawValue))
        }
      }
    }
  }
}
