import ChatDomain

/// A room as this device knows it.
final class Room {
  enum Standing: Hashable {
    case joined
    case invited(PendingInvitation)
    /// The user asked to be let in, and waits.
    case knocking(PendingKnock)
    case left
  }

  let id: ChannelID
  var standing = Standing.left
  var creation: RoomCreation?
  /// When it was made, as far as that is believed.
  var createdAt: Timestamp?
  var name: String?
  var topic: String?
  var alias: String?
  var joinRule = JoinRule.invited
  var levels: PowerLevels?
  var isEncrypted = false
  /// When name, topic or another part of the channel changed last.
  var updatedAt: Timestamp?
  var pins = PinBoard()
  /// The room in which it goes on.
  var successor: RoomSuccessor?
  /// The rooms in it, if it is a space.
  var children: [ChannelID: SpaceChild] = [:]
  /// Whether the server was asked for them: an empty space is not asked again with every start.
  var wasAskedForChildren = false

  var members = RoomMembers()
  var timeline = RoomTimeline()
  var reading = OwnReading()
  var wishes = RoomWishes()
  var drafts = RoomDrafts()
  var typing: Set<UserID> = []
  /// How many receipts of others in its threads were kept since the oldest were removed.
  var newThreadReceipts = 0

  init(id: ChannelID) { self.id = id }

  var isJoined: Bool { standing == .joined }

  /// Whether all that was ever said in it is here.
  var isComplete: Bool { timeline.live.map { $0.before == nil } ?? false }

  var invitation: PendingInvitation? {
    if case .invited(let invitation) = standing { invitation } else { nil }
  }

  var powers: RoomPowers? { creation.map { RoomPowers(levels: levels, creation: $0) } }

  /// Why somebody who is in it may send nothing there.
  func sendingRefusal(of user: UserID) -> ChatError.Refusal? {
    if let successor { return .channelReplaced(by: successor.id) }
    if isEncrypted { return .encryptedChannel }
    return isJoined && powers?.maySend(EventType.message, user) == false ? .readOnlyChannel : nil
  }

  /// Whether it groups other rooms.
  var isSpace: Bool { creation?.type == RoomCreation.space }

  /// Rooms that hold other rooms, or belong to other programs, are no channels.
  var isChannel: Bool { creation?.type == nil }
}

/// The room that takes another one's place, and who said so: their server is one that knows it.
struct RoomSuccessor: Hashable {
  let id: ChannelID
  let by: UserID
}

/// What the user wants of a room, as all of their clients keep it; what calls for them there is in the account's rules.
struct RoomWishes: Hashable {
  var tags = RoomTags()
  /// What an earlier version of this program kept, until it is taken over.
  var former: FormerPreferences?
  /// Whether it is marked as unread: by the name that clients use now, and by an early one.
  var unreadMark: Bool?
  var earlyUnreadMark: Bool?
  /// Where a space stands among others: by the name that it may get, and by the one that clients use.
  var spaceOrder: String?
  var earlySpaceOrder: String?
  /// How often tags or rules changed for it, as `ChannelPreferences.revision` counts.
  var revision: UInt64 = 0

  var isMarkedUnread: Bool { unreadMark ?? earlyUnreadMark ?? false }

  /// Notes a change. A count that began anew after a restart would make later changes look older than those before.
  mutating func noteChange(at time: Timestamp) {
    revision = max(revision + 1, UInt64(max(0, time.microseconds)))
  }
}

/// An invitation that was neither accepted nor declined.
struct PendingInvitation: Hashable {
  let by: UserID
  let byName: String?
  let isDirect: Bool
  let at: Timestamp
  /// Whether it is to a space.
  let isSpace: Bool
}

/// How far a room's timeline is here.
struct RoomTimeline: Hashable {
  /// The run of the timeline that ends at now; nil until something of the room was seen.
  var live: CachedSlice?
  /// The highest token in it.
  var highest: Timetoken?
  /// Whether the last message was looked for further back, because what is here holds none.
  var isLatestSought = false
}

/// What the user's devices have drafted in a room.
struct RoomDrafts: Hashable {
  var slots: [DeviceID: DraftSlot] = [:]
  /// When the claims were first seen that stand in them.
  var claimsSeenAt: [DeviceID: Timestamp] = [:]

  /// Of each draft the one that counts.
  var heads: DraftHeads { DraftHeads(slots) }
}

/// How far the user read in a room and in its threads.
struct OwnReading: Hashable {
  /// The last message of the room that was read.
  var lastRead: Timetoken?
  var threads: [MessageID: Timetoken] = [:]
  /// Messages up to which the user read, while they are not here: `lastRead` then stands behind them.
  var unresolved: [ReceiptScope: Set<MessageID>] = [:]
  /// What was said before it is unread for nobody: the user was not there yet.
  var baseline: Timetoken?
  /// Where the room began to be followed here. What was done before it is history, however late it is loaded.
  var followedFrom: Timetoken?
  /// What the server counts as unread; nil if it did not say.
  var serverCounts: UnreadCounts?

  /// After which message everything is unread.
  var readUpTo: Timetoken? { [lastRead, baseline].compactMap(\.self).max() }

  mutating func move(to token: Timetoken) {
    guard token > lastRead ?? Timetoken(0) else { return }
    lastRead = token
    unresolved[.main] = nil
  }

  mutating func move(to token: Timetoken, under root: MessageID) {
    guard token > threads[root] ?? Timetoken(0) else { return }
    threads[root] = token
    unresolved[.thread(root)] = nil
  }
}

/// The pins of a room, and when each of them changed.
struct PinBoard: Hashable {
  var content = PinnedContent()
  /// Who wrote the list last: pins of other clients do not say who set them.
  var by: UserID?
  var at: Timestamp?
  /// When the pin of a message was set or taken off, as a part of the message's version.
  var changes: [MessageID: Timetoken] = [:]

  /// How many changes are remembered; of the rest a message's version does not tell.
  static let most = 500

  func pin(of id: MessageID) -> Pin? {
    guard let entry = content[id] else { return nil }
    if let pin = entry.pin { return pin }
    guard let by, let at else { return nil }
    return Pin(by: by, at: at)
  }

  /// The messages whose pin is another than on an earlier board.
  func changed(since former: PinBoard) -> [MessageID] {
    changes.keys.filter { changes[$0] != former.changes[$0] }.sorted()
  }

  /// Replaces the list, and notes the messages whose pin is another now.
  mutating func replace(
    by new: PinnedContent, from user: UserID, at time: Timestamp, token: Timetoken
  ) {
    let old = self
    (content, by, at) = (new, user, time)
    // Both lists may be long, and so nothing is looked for in them.
    var former = Dictionary(old.content.entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var changed = new.entries.filter { former.removeValue(forKey: $0.id) != $0 }.map(\.id)
    changed += old.content.entries.map(\.id).filter { former[$0] != nil }
    for id in changed { changes[id] = token }
    if changes.count > Self.most, let limit = changes.values.sorted().dropFirst(changes.count / 2).first {
      changes = changes.filter { $0.value >= limit }
    }
  }
}

/// What the user asked of a room that they are not in.
struct PendingKnock: Hashable {
  let reason: String?
  let at: Timestamp
}

extension Room {
  var knock: PendingKnock? {
    if case .knocking(let knock) = standing { knock } else { nil }
  }

  /// Whether somebody may let in those who ask.
  func mayAdmit(_ user: UserID) -> Bool {
    isJoined && powers?.refusal(of: .invite, by: user) == nil
  }
}

extension Room {
  /// What somebody is to it.
  func role(of user: UserID) -> MemberRole { powers?.role(of: user) ?? .member }

  /// What somebody may not do in it, and why; nothing where they are not in it, or where it is not known.
  func refusals(for user: UserID) -> [ChannelAct: ChatError.Refusal] {
    guard isJoined, let powers else { return [:] }
    var refusals: [ChannelAct: ChatError.Refusal] = [:]
    for act in ChannelAct.allCases { refusals[act] = powers.refusal(of: act, by: user) }
    return refusals
  }
}

/// The room as the contract's space.
extension Room {
  /// How many rooms are in one space at most, as far as it is listed.
  static let mostChildren = 5_000

  var space: Space {
    let ranked = children.map { id, child in
      (rank: (child.order == nil ? 1 : 0, child.order ?? "", child.addedAt, id), id: id)
    }
    return Space(
      id: id, name: name ?? alias ?? id.rawValue, children: ranked.sorted { $0.rank < $1.rank }.map(\.id))
  }

  func apply(_ child: SpaceChild?, of id: ChannelID) {
    guard id != self.id, child == nil || children[id] != nil || children.count < Self.mostChildren else {
      return
    }
    children[id] = child
  }
}
