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
    /// Nil: they were taken over.
    case formerPreferences(FormerPreferences?)
    case fullyRead(MessageID)
    case tags(RoomTags)
    case pushRules(PushRules)
    /// Whether the person marked the room as unread; an early name counts where the other is not there.
    case markedUnread(Bool, isEarly: Bool)
    case direct(DirectRooms)
    case ignored(IgnoredUsers)
    case inbox(InboxMark)
    /// Nil: the space has none; an early name counts where the other is not there.
    case spaceOrder(String?, isEarly: Bool)
    case other
  }

  public var meaning: Meaning {
    if let room, let device = InkwellKey.device(ofDraft: type) {
      return .drafts(device, DraftSlot(content, in: room))
    }
    switch type {
    case InkwellKey.preferences: return .formerPreferences(FormerPreferences(content))
    case EventType.pushRules: return room == nil ? .pushRules(PushRules(content)) : .other
    case EventType.markedUnread: return .markedUnread(content["unread"]?.bool == true, isEarly: false)
    case EventType.earlyMarkedUnread: return .markedUnread(content["unread"]?.bool == true, isEarly: true)
    case EventType.fullyRead: return content["event_id"].messageID.map { .fullyRead($0) } ?? .other
    case EventType.tag: return .tags(RoomTags(content))
    case InkwellKey.inbox where room == nil: return .inbox(InboxMark(content))
    case EventType.spaceOrder: return .spaceOrder(content["order"].spaceOrder, isEarly: false)
    case EventType.earlySpaceOrder: return .spaceOrder(content["order"].spaceOrder, isEarly: true)
    case EventType.direct: return .direct(DirectRooms(content))
    case EventType.ignoredUsers: return .ignored(IgnoredUsers(content))
    default: return .other
    }
  }
}

/// What a person wanted of a room, as earlier versions of this program kept it. It is taken over once, and left empty.
public struct FormerPreferences: Hashable, Sendable {
  public let isFavourite: Bool
  public let isMuted: Bool

  public init(isFavourite: Bool, isMuted: Bool) {
    self.isFavourite = isFavourite
    self.isMuted = isMuted
  }

  /// - Returns: nil if nothing is left to take over.
  init?(_ content: JSONNode) {
    guard content["favourite"] != nil || content["muted"] != nil else { return nil }
    isFavourite = content["favourite"]?.bool == true
    isMuted = content["muted"]?.bool == true
  }

  /// What is left when they were taken over: account data cannot be removed.
  public static let none = JSONWriter.bytes { json in json.object { _ in } }
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
