import ChatDomain
import JSON

/// One thing that a room is, as the event that set it says.
enum RoomState: Hashable, Sendable {
  case creation(RoomCreation)
  case name(String?)
  case topic(String?)
  case alias(String?)
  case joinRule(JoinRule)
  case member(UserID, RoomMember)
  case powers(PowerLevels)
  case pinned(PinnedContent)
  /// From now on everything is encrypted: nothing may be sent there in the clear.
  case encryption(algorithm: String)
  /// The room goes on in another one.
  case tombstone(replacement: ChannelID?)
  /// A room stands in this one, which is a space; nil: no longer.
  case child(ChannelID, SpaceChild?)
}

/// How a room stands in a space.
struct SpaceChild: Hashable, Sendable {
  /// Those with one stand first, in the order of these texts; nil: behind them, in the order in which they came.
  let order: String?
  /// In milliseconds since 1970.
  let addedAt: Int
  /// The servers that may help to get into it.
  var servers: [String] = []
}

/// Who can enter a room.
enum JoinRule: Hashable, Sendable {
  case everybody, invited, knocking, restricted, other

  /// - Parameter text: as events and directories call it.
  init(_ text: String?) {
    switch text {
    case "public": self = .everybody
    case "invite": self = .invited
    case "knock", "knock_restricted": self = .knocking
    case "restricted": self = .restricted
    default: self = .other
    }
  }

  /// The contract's name for it.
  var admission: ChannelAdmission {
    switch self {
    case .everybody: .everybody
    case .invited, .other: .invitation
    case .knocking: .knocking
    case .restricted: .otherMembers
    }
  }
}

/// What a room was created with.
struct RoomCreation: Hashable, Sendable {
  let creator: UserID
  /// Who else may do everything, in room version 12 and later.
  let furtherCreators: [UserID]
  let version: String
  /// Rooms that hold other rooms, and rooms of other programs, have one.
  let type: String?
  /// The room that this one says it takes the place of; anybody can say that of any room.
  let predecessor: ChannelID?
  /// In milliseconds since 1970.
  let createdAt: Int

  /// The type of a room that groups other rooms.
  static let space = "m.space"

  /// Whether its creators may do everything, whatever the levels say.
  var hasAlmightyCreators: Bool { Int(version).map { $0 >= 12 } ?? false }
  var creators: [UserID] { [creator] + furtherCreators }
}

/// One person, and what they are to a room.
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
  /// Whether the invitation is to a direct channel; also the one that was accepted with this.
  let isDirect: Bool
  let changedAt: Int
  /// Who invited them, or made them leave.
  let by: UserID
  /// Why they ask to be let in, if they do and say so.
  var reason: String?
}

extension MatrixEvent {
  /// The state that the event sets; nil for what is not understood, or of something else than it says.
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
    case EventType.tombstone: return .tombstone(replacement: content["replacement_room"].channelID)
    default: return nil
    }
  }

  private var child: RoomState? {
    guard let room = stateKey.flatMap({ ChannelID(matrix: $0) }) else { return nil }
    // One that nobody can be brought into was taken out.
    let named = content["via"].elements.prefix(1000).compactMap { ($0 as JSONNode).shortString }
    guard !named.isEmpty else { return .child(room, nil) }
    let servers = Array(named.filter { RoomAddress.isServer($0) }.prefix(RoomAddress.mostServers))
    return .child(room, SpaceChild(order: content["order"].spaceOrder, addedAt: sentAt, servers: servers))
  }

  private var member: RoomState? {
    guard let user = stateKey.flatMap({ UserID(matrix: $0) }),
      let standing = content["membership"]?.shortString.flatMap(RoomMember.Standing.init)
    else { return nil }
    // A person's own word is nobody else's.
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

/// What an invitation tells of a room: states without the ids and times of their events.
struct StrippedState: Hashable, Sendable {
  let name: String?
  let topic: String?
  let alias: String?
  let joinRule: JoinRule?
  let isEncrypted: Bool
  /// Whether the room groups other rooms; false too where a server leaves out what the room was created as.
  let isSpace: Bool
  /// Who invited, and whether to a direct channel; nil if it does not say who.
  let invitation: Invitation?

  struct Invitation: Hashable, Sendable {
    let by: UserID
    let name: String?
    let isDirect: Bool
  }

  /// - Parameter me: the one who is invited.
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
  /// The text by which a room stands before others in a space, or a space before others; nil for what is none by the
  /// specification: such a room stands where it would without.
  var spaceOrder: String? {
    self?.shortString.flatMap { text in
      text.utf8.count <= 50 && text.hasOnlyBytes { (0x20...0x7E).contains($0) } ? text : nil
    }
  }
}
