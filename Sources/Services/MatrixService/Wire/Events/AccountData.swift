import ChatDomain
import JSON

/// The user's account data, of a room or global.
struct AccountData: Sendable {
  let type: String
  /// The room; nil for global account data.
  let room: ChannelID?
  let content: JSONNode

  init?(_ node: JSONNode, about room: ChannelID? = nil) {
    guard let type = node["type"]?.shortString, let content = node["content"], content.kind == .object else {
      return nil
    }
    self.type = type
    self.room = room
    self.content = content
  }

  /// Reads saved account data.
  init?(type: String, bytes: [UInt8], about room: ChannelID?) {
    do throws(JSONError) { content = try JSONDocument(bytes, limits: .answer).root } catch { return nil }
    guard content.kind == .object else { return nil }
    self.type = type
    self.room = room
  }

  /// The bytes as they were received.
  var bytes: [UInt8] { Array(content.raw) }

  /// The parsed meaning.
  enum Meaning: Hashable, Sendable {
    case drafts(DeviceID, DraftSlot)
    /// Nil if nothing is left to migrate.
    case formerPreferences(FormerPreferences?)
    case fullyRead(MessageID)
    case tags(RoomTags)
    case pushRules(PushRules)
    /// An unread mark. The unstable key (`isEarly`) counts only if the stable key is missing.
    case markedUnread(Bool, isEarly: Bool)
    case direct(DirectRooms)
    case ignored(IgnoredUsers)
    case inbox(InboxMark)
    /// The order of a space; nil if it has none. The unstable key (`isEarly`) counts only if the stable key is missing.
    case spaceOrder(String?, isEarly: Bool)
    case other
  }

  var meaning: Meaning {
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

/// Preferences of a room from earlier versions of this program. They are migrated once.
struct FormerPreferences: Hashable, Sendable {
  let isFavourite: Bool
  let isMuted: Bool
}

extension FormerPreferences {
  /// - Returns: nil if nothing is left to migrate.
  init?(_ content: JSONNode) {
    guard content["favourite"] != nil || content["muted"] != nil else { return nil }
    isFavourite = content["favourite"]?.bool == true
    isMuted = content["muted"]?.bool == true
  }

  /// The value after the migration: account data cannot be removed.
  static let none = JSONWriter.bytes { json in json.object { _ in } }
}

/// The direct channels by partner, shared by all clients.
struct DirectRooms: Hashable, Sendable {
  private(set) var rooms: [UserID: [ChannelID]] = [:]
}

extension DirectRooms {
  init(_ content: JSONNode) {
    rooms = [:]
    for member in content.members.prefix(10_000) {
      guard let user = (member.keyNode as JSONNode?).userID else { continue }
      rooms[user] = member.value.elements.prefix(100).compactMap { ($0 as JSONNode?).channelID }
    }
  }

  func partner(in room: ChannelID) -> UserID? {
    rooms.filter { $0.value.contains(room) }.keys.min()
  }

  mutating func add(_ room: ChannelID, with user: UserID) {
    if !rooms[user, default: []].contains(room) { rooms[user, default: []].append(room) }
  }

  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        for (user, rooms) in rooms.sorted(by: { $0.key < $1.key }) {
          json.member(user.rawValue, rooms.map(\.rawValue))
        }
      }
    }
  }
}

/// The user's tags of a room.
struct RoomTags: Hashable, Sendable {
  var isFavourite = false
  /// Its order among the favourites, from 0 to 1; nil: none.
  var favouriteOrder: Double?
  /// Whether it is the server's notice room. Only servers set it.
  var isServerNotice = false
}

extension RoomTags {
  init(_ content: JSONNode) {
    let tags = content["tags"]
    let favourite = tags?["m.favourite"]
    isFavourite = favourite != nil
    favouriteOrder = favourite?["order"]?.double.flatMap { (0...1).contains($0) ? $0 : nil }
    isServerNotice = tags?["m.server_notice"] != nil
  }
}

/// The ignored users, shared by all clients.
struct IgnoredUsers: Hashable, Sendable {
  /// The ignored users with valid ids.
  let users: Set<UserID>
  /// The value as other clients wrote it, including unknown keys.
  private let content: [UInt8]

  /// The maximum number of users to read.
  private static let most = 10_000

  /// An empty list.
  init() {
    users = []
    content = Array("{}".utf8)
  }

  private init(users: Set<UserID>, content: [UInt8]) {
    self.users = users
    self.content = content
  }

  /// The list with a user removed from ``users``. The content as other clients wrote it is unchanged.
  func without(_ user: UserID) -> IgnoredUsers {
    IgnoredUsers(users: users.subtracting([user]), content: content)
  }

  init(_ content: JSONNode) {
    self.content = Array(content.raw)
    users = Set(
      content["ignored_users"].members.prefix(Self.most).compactMap { ($0.keyNode as JSONNode?).userID })
  }

  /// The value with a user added or removed. Everything else in it is kept.
  func bytes(with isIgnored: Bool, _ user: UserID) -> [UInt8] {
    var root: JSONNode?
    do throws(JSONError) { root = try JSONDocument(content, limits: .answer).root } catch { root = nil }
    return JSONWriter.bytes { json in
      json.object { json in
        for member in root?.members ?? JSONNode?.none.members where member.key != "ignored_users" {
          json.member(member.key, member.value)
        }
        json.object("ignored_users") { json in
          for member in root?["ignored_users"].members ?? JSONNode?.none.members
          where member.key != user.rawValue {
            json.member(member.key, member.value)
          }
          if isIgnored { json.object(user.rawValue) { _ in } }
        }
      }
    }
  }
}

/// The user's read mark of the inbox, for all devices: a position, and single items after it.
struct InboxMark: Hashable, Sendable {
  /// The maximum number of single items, which is the capacity of an inbox.
  static let mostItems = 500

  var readUpTo: Timetoken
  private(set) var items: [InboxItemID]
  /// The same as a set, for lookups.
  private var marked: Set<InboxItemID>

  init(readUpTo: Timetoken = Timetoken(0), items: [InboxItemID] = []) {
    self.readUpTo = readUpTo
    self.items = items.suffix(Self.mostItems)
    marked = Set(self.items)
  }

  init(_ content: JSONNode) {
    let items =
      content["items"]?.elements.prefix(Self.mostItems).compactMap { node in
        (node as JSONNode?)?.shortString.map { InboxItemID($0) }
      } ?? []
    self.init(
      readUpTo: Timetoken(content["up_to"]?.shortString.flatMap { UInt64($0) } ?? 0), items: items)
  }

  /// Whether an item is marked as read.
  func covers(_ id: InboxItemID, at token: Timetoken) -> Bool {
    token <= readUpTo || marked.contains(id)
  }

  mutating func add(_ reading: InboxReading) {
    switch reading {
    case .all(let token): readUpTo = max(readUpTo, token)
    case .items(let ids):
      items = (items + ids.filter { !marked.contains($0) }).suffix(Self.mostItems)
      marked = Set(items)
    }
  }

  /// Removes single items, such as those that the position covers.
  mutating func forget(_ needless: Set<InboxItemID>) {
    items.removeAll { needless.contains($0) }
    marked.subtract(needless)
  }

  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("up_to", String(readUpTo.rawValue))
        json.member("items", items.map(\.rawValue))
      }
    }
  }
}
