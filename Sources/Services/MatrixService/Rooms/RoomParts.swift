import ChatDomain

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

/// Which of the drafts that a person's devices keep is the one that counts, for the channel and each thread of a room.
///
/// Every device writes only its own slot, so none overwrites another's words; of all of them the one saved most often
/// counts, and of two such the one of the greater device. No two are meant to be, but an answer may take longer than a claim
/// lasts; then the one that counts is as if saved once more, so that the device of the other takes it for news.
struct DraftHeads {
  struct Head: Hashable {
    let device: DeviceID
    var entry: DraftSlot.Entry
    /// The revision that its device gave it.
    var savedAs: DraftRevision

    /// Nil if it is a deletion.
    func draft(for key: DraftKey) -> DraftMessage? {
      guard !entry.isDeleted else { return nil }
      return DraftMessage(
        key: key, content: entry.content, revision: entry.revision, createdAt: entry.dates.createdAt,
        updatedAt: entry.dates.updatedAt, savedBy: device)
    }
  }

  private let slots: [DeviceID: DraftSlot]

  init(_ slots: [DeviceID: DraftSlot]) { self.slots = slots }

  subscript(scope: ThreadScope) -> Head? { latest(in: scope, but: nil) }

  /// The one that counts of all devices but one.
  func latest(in scope: ThreadScope, but excluded: DeviceID?) -> Head? {
    let all = slots.compactMap { device, slot in
      device == excluded
        ? nil : slot.entries[scope].map { Head(device: device, entry: $0, savedAs: $0.revision) }
    }
    guard var head = all.max(by: { ($0.savedAs, $0.device) < ($1.savedAs, $1.device) }) else { return nil }
    head.entry.revision += all.count { $0.savedAs == head.savedAs } - 1
    return head
  }

  /// Where there is a draft or was one.
  var scopes: Set<ThreadScope> { Set(slots.values.flatMap(\.entries.keys)) }

  /// The devices other than one that are about to save a revision there, or a later one.
  func claimants(
    of scope: ThreadScope, from revision: DraftRevision, but device: DeviceID
  ) -> [DeviceID: DraftSlot.Claim] {
    slots.filter { $0.key != device }.compactMapValues { slot in
      guard let claim = slot.claim, claim.scope == scope, claim.revision >= revision else { return nil }
      return claim
    }
  }
}
