import ChatDomain
import JSON

enum RoomState: Hashable, Sendable {
  case creation(RoomCreation)
  case name(String?)
  case topic(String?)
  case alias(String?)
  case joinRule(JoinRule)
  case member(UserID, RoomMember)
  case powers(PowerLevels)
  case pinned(PinnedContent)
  /// Encryption was enabled: nothing may be sent in the clear.
  case encryption(algorithm: String)
  /// Who may read the history.
  case historyVisibility(String)
  /// The room was replaced.
  case tombstone(replacement: ChannelID?)
  /// A child of a space; nil: removed.
  case child(ChannelID, SpaceChild?)
}

struct SpaceChild: Hashable, Sendable {
  /// Children with an order come first, sorted by it; the others follow in the order they were added.
  let order: String?
  /// In milliseconds since 1970.
  let addedAt: Int
  /// Servers that can help to join.
  var servers: [String] = []
}

enum JoinRule: Hashable, Sendable {
  case everybody, invited, knocking, restricted, other

  /// - Parameter text: the value in events and directories.
  init(_ text: String?) {
    switch text {
    case "public": self = .everybody
    case "invite": self = .invited
    case "knock", "knock_restricted": self = .knocking
    case "restricted": self = .restricted
    default: self = .other
    }
  }

  /// The contract's value.
  var admission: ChannelAdmission {
    switch self {
    case .everybody: .everybody
    case .invited, .other: .invitation
    case .knocking: .knocking
    case .restricted: .otherMembers
    }
  }
}

struct RoomCreation: Hashable, Sendable {
  let creator: UserID
  /// Further creators, in room version 12 and later.
  let furtherCreators: [UserID]
  let version: String
  /// Set for spaces and rooms of other programs.
  let type: String?
  /// The room that this one claims to replace. Any room can claim that.
  let predecessor: ChannelID?
  /// In milliseconds since 1970.
  let createdAt: Int

  /// The type of spaces.
  static let space = "m.space"

  /// Whether its creators have unlimited power.
  var hasAlmightyCreators: Bool { Int(version).map { $0 >= 12 } ?? false }
  var creators: [UserID] { [creator] + furtherCreators }
}

struct RoomMember: Hashable, Sendable {
  enum Standing: String, Hashable, Sendable {
    case joined = "join"
    case invited = "invite"
    case left = "leave"
    case banned = "ban"
    case knocking = "knock"
  }

  let standing: Standing
  var name: String?
  /// Whether the invitation was to a direct channel.
  let isDirect: Bool
  let changedAt: Int
  /// The sender of the event: who invited or removed the member, or the member.
  let by: UserID
  /// The reason of a knock.
  var reason: String?
}

extension MatrixEvent {
  /// The state of the event; nil if it is unknown or invalid.
  var roomState: RoomState? {
    if type == EventType.member { return member }
    if type == EventType.spaceChild { return child }
    guard stateKey == "" else { return nil }
    switch type {
    case EventType.create:
      return .creation(
        RoomCreation(
          creator: sender,
          furtherCreators: content["additional_creators"].elements.prefix(100).compactMap {
            ($0 as JSONNode?).userID
          },
          version: content["room_version"]?.shortString ?? "1", type: content["type"]?.shortString,
          predecessor: content["predecessor"]?["room_id"].channelID,
          createdAt: sentAt))
    case EventType.name: return .name(content["name"]?.string?.line(maxBytes: 255))
    case EventType.topic: return .topic(content["topic"]?.string?.sanitized(maxBytes: 4096))
    case EventType.alias: return .alias(content["alias"]?.shortString?.line(maxBytes: MatrixGrammar.longest))
    case EventType.joinRules:
      return .joinRule(JoinRule(content["join_rule"]?.shortString))
    case EventType.powerLevels: return .powers(PowerLevels(content))
    case EventType.pinned: return .pinned(PinnedContent(content))
    case EventType.encryption: return .encryption(algorithm: content["algorithm"]?.shortString ?? "")
    case EventType.historyVisibility:
      return .historyVisibility(content["history_visibility"]?.shortString ?? "shared")
    case EventType.tombstone: return .tombstone(replacement: content["replacement_room"].channelID)
    default: return nil
    }
  }

  private var child: RoomState? {
    guard let room = stateKey.flatMap({ ChannelID(matrix: $0) }) else { return nil }
    // A child without servers was removed.
    let named = content["via"].elements.prefix(1000).compactMap { ($0 as JSONNode).shortString }
    guard !named.isEmpty else { return .child(room, nil) }
    let servers = Array(named.filter { RoomAddress.isServer($0) }.prefix(RoomAddress.mostServers))
    return .child(room, SpaceChild(order: content["order"].spaceOrder, addedAt: sentAt, servers: servers))
  }

  private var member: RoomState? {
    guard let user = stateKey.flatMap({ UserID(matrix: $0) }),
      let standing = content["membership"]?.shortString.flatMap(RoomMember.Standing.init)
    else { return nil }
    // Users join and knock only for themselves.
    if standing == .joined || standing == .knocking, sender != user { return nil }
    let isDirect = content["is_direct"]?.bool == true
    let wasDirect =
      standing == .joined && previousContent?["membership"]?.isString("invite") == true
      && previousContent?["is_direct"]?.bool == true
    return .member(
      user,
      RoomMember(
        standing: standing, name: content["displayname"]?.string?.line(maxBytes: 255),
        isDirect: isDirect || wasDirect, changedAt: sentAt, by: sender,
        reason: standing == .knocking ? content["reason"].knockReason : nil))
  }
}

/// The stripped state in an invitation: states without event ids and times.
struct StrippedState: Hashable, Sendable {
  let name: String?
  let topic: String?
  let alias: String?
  let joinRule: JoinRule?
  let isEncrypted: Bool
  /// Whether it is a space; false if the server leaves out the creation.
  let isSpace: Bool
  /// The inviter, and whether the channel is direct; nil if the inviter is missing.
  let invitation: Invitation?

  struct Invitation: Hashable, Sendable {
    let by: UserID
    let name: String?
    let isDirect: Bool
  }

  /// - Parameter me: the invited user.
  init(_ events: JSONElements, for me: UserID?) {
    var (name, topic, alias, joinRule): (String?, String?, String?, JoinRule?)
    var (isEncrypted, isSpace) = (false, false)
    var names: [UserID: String] = [:]
    var inviter: (by: UserID, isDirect: Bool)?
    for event in events.prefix(200) {
      guard let sender = event["sender"].userID, let key = event["state_key"]?.shortString,
        let type = event["type"]?.shortString, let content = event["content"]
      else { continue }
      switch (type, key) {
      case (EventType.name, ""): name = content["name"]?.string?.line(maxBytes: 255)
      case (EventType.topic, ""): topic = content["topic"]?.string?.sanitized(maxBytes: 4096)
      case (EventType.alias, ""): alias = content["alias"]?.shortString?.line(maxBytes: MatrixGrammar.longest)
      case (EventType.joinRules, ""):
        joinRule = content["join_rule"]?.isString("public") == true ? .everybody : .invited
      case (EventType.encryption, ""): isEncrypted = true
      case (EventType.create, ""): isSpace = content["type"]?.isString(RoomCreation.space) == true
      case (EventType.member, _):
        guard let user = UserID(matrix: key) else { continue }
        if user == sender { names[user] = content["displayname"]?.string?.line(maxBytes: 255) }
        if let me, user == me, content["membership"]?.isString("invite") == true {
          inviter = (sender, content["is_direct"]?.bool == true)
        }
      default: continue
      }
    }
    self.name = name
    self.topic = topic
    self.alias = alias
    self.joinRule = joinRule
    self.isEncrypted = isEncrypted
    self.isSpace = isSpace
    invitation = inviter.map { Invitation(by: $0.by, name: names[$0.by], isDirect: $0.isDirect) }
  }
}

extension JSONNode? {
  /// The order of a child or a space; nil if it is invalid by the specification, which then counts as missing.
  var spaceOrder: String? {
    self?.shortString.flatMap { text in
      text.utf8.count <= 50 && text.hasOnlyBytes { (0x20...0x7E).contains($0) } ? text : nil
    }
  }
}

/// The pinned messages of a room, with author and expiry if our clients set them.
struct PinnedContent: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let id: MessageID
    /// The pin as the last author of the list wrote it; nil if that was another client.
    let pin: Pin?
  }

  /// In list order, each message once.
  private(set) var entries: [Entry] = []

  /// More than an event can contain. Pinning rewrites the whole list, so no entry may be dropped.
  static let most = 1 << 14
}

extension PinnedContent {
  init(_ content: JSONNode) {
    let pins = content[InkwellKey.pins]
    var seen: Set<MessageID> = []
    entries = content["pinned"].elements.prefix(Self.most).compactMap { element in
      guard let id = (element as JSONNode?).messageID, seen.insert(id).inserted else { return nil }
      return Entry(id: id, pin: pins?[id.rawValue].flatMap { Pin($0) })
    }
  }

  subscript(id: MessageID) -> Entry? { entries.first { $0.id == id } }

  /// Moves a message to the end of the list, with this pin.
  mutating func pin(_ id: MessageID, _ pin: Pin) {
    unpin(id)
    entries.append(Entry(id: id, pin: pin))
  }

  mutating func unpin(_ id: MessageID) { entries.removeAll { $0.id == id } }

  var bytes: [UInt8] {
    JSONWriter.bytes { json in
      json.object { json in
        json.member("pinned", entries.map(\.id.rawValue))
        json.object(InkwellKey.pins) { json in
          for entry in entries {
            guard let pin = entry.pin else { continue }
            json.object(entry.id.rawValue) { json in
              json.member("by", pin.by.rawValue)
              json.member("at", pin.at.wire)
              if let end = pin.expiresAt { json.member("expires", end.wire) }
            }
          }
        }
      }
    }
  }
}

extension Pin {
  fileprivate init?(_ node: JSONNode) {
    guard let by = node["by"].userID, let at = node["at"]?.integer else { return nil }
    self.init(
      by: by, at: Timestamp(wire: at), expiresAt: node["expires"]?.integer.map { Timestamp(wire: $0) })
  }
}
