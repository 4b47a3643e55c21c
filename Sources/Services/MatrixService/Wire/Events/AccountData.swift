import ChatDomain
import JSON

/// What a person keeps at the server for their own devices, about one room or about none.
struct AccountData: Sendable {
  let type: String
  /// The room it is about; nil: about none.
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

  /// The value as it was kept.
  init?(type: String, bytes: [UInt8], about room: ChannelID?) {
    do throws(JSONError) { content = try JSONDocument(bytes, limits: .answer).root } catch { return nil }
    guard content.kind == .object else { return nil }
    self.type = type
    self.room = room
  }

  /// The value as it came.
  var bytes: [UInt8] { Array(content.raw) }

  /// What it says, as far as it is understood.
  enum Meaning: Hashable, Sendable {
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

/// What a person wanted of a room, as earlier versions of this program kept it. It is taken over once, and left empty.
struct FormerPreferences: Hashable, Sendable {
  let isFavourite: Bool
  let isMuted: Bool
}

extension FormerPreferences {
  /// - Returns: nil if nothing is left to take over.
  init?(_ content: JSONNode) {
    guard content["favourite"] != nil || content["muted"] != nil else { return nil }
    isFavourite = content["favourite"]?.bool == true
    isMuted = content["muted"]?.bool == true
  }

  /// What is left when they were taken over: account data cannot be removed.
  static let none = JSONWriter.bytes { json in json.object { _ in } }
}

/// Which rooms are conversations with whom, as the person's clients keep it among them.
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

  /// The one whom a room is a conversation with.
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

/// The names that a person's clients give a room to sort it by.
struct RoomTags: Hashable, Sendable {
  /// Whether the room stands before the others.
  var isFavourite = false
  /// Where among the favourites it stands, from 0 to 1; nil: nowhere in particular.
  var favouriteOrder: Double?
  /// Whether the server itself talks here. Only servers set it.
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

/// The people whom somebody ignores, as their clients keep it among them.
struct IgnoredUsers: Hashable, Sendable {
  /// Those whose ids can be anybody's.
  let users: Set<UserID>
  /// What other clients wrote, also what is not understood here.
  private let content: [UInt8]

  /// How many are read of a list; a longer one is nobody's own.
  private static let most = 10_000

  /// Nobody.
  init() {
    users = []
    content = Array("{}".utf8)
  }

  private init(users: Set<UserID>, content: [UInt8]) {
    self.users = users
    self.content = content
  }

  /// The same list as if somebody were not in it.
  func without(_ user: UserID) -> IgnoredUsers {
    IgnoredUsers(users: users.subtracting([user]), content: content)
  }

  init(_ content: JSONNode) {
    self.content = Array(content.raw)
    users = Set(
      content["ignored_users"].members.prefix(Self.most).compactMap { ($0.keyNode as JSONNode?).userID })
  }

  /// The list with somebody in it, or without them. Everything else in it stays as it is.
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

/// What a person marked as read of all that concerns them, for all of their devices: everything up to a place, and single
/// items after it.
struct InboxMark: Hashable, Sendable {
  /// As many single items as are kept: as many as an inbox has.
  static let mostItems = 500

  var readUpTo: Timetoken
  private(set) var items: [InboxItemID]
  /// The same, in which nothing need be looked for.
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

  /// Whether an item was marked.
  func covers(_ id: InboxItemID, at token: Timetoken) -> Bool {
    token <= readUpTo || marked.contains(id)
  }

  /// Marks more; what was marked stays so.
  mutating func add(_ reading: InboxReading) {
    switch reading {
    case .all(let token): readUpTo = max(readUpTo, token)
    case .items(let ids):
      items = (items + ids.filter { !marked.contains($0) }).suffix(Self.mostItems)
      marked = Set(items)
    }
  }

  /// Forgets single items that need no mark of their own any more.
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
