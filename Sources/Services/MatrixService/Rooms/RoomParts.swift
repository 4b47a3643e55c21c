import ChatDomain

/// The room that replaces another. The server of ``by``, who replaced the old room, knows this one.
struct RoomSuccessor: Hashable {
  let id: ChannelID
  let by: UserID
}

/// The user's preferences for a room, shared by all clients. Notification levels are in the account's push rules.
struct RoomWishes: Hashable {
  var tags = RoomTags()
  /// The preferences of an earlier version, until they are migrated.
  var former: FormerPreferences?
  /// Whether the room is marked as unread, under the stable and the unstable key.
  var unreadMark: Bool?
  var earlyUnreadMark: Bool?
  /// The order of a space, under the stable and the unstable key.
  var spaceOrder: String?
  var earlySpaceOrder: String?
  /// Grows with each change of tags or rules, for `ChannelPreferences.revision`.
  var revision: UInt64 = 0

  var isMarkedUnread: Bool { unreadMark ?? earlyUnreadMark ?? false }

  /// Increases the revision. The time keeps it growing across restarts.
  mutating func noteChange(at time: Timestamp) {
    revision = max(revision + 1, UInt64(max(0, time.microseconds)))
  }
}

struct PendingInvitation: Hashable {
  let by: UserID
  let byName: String?
  let isDirect: Bool
  let at: Timestamp
  let isSpace: Bool
}

/// The cached part of a room's timeline.
struct RoomTimeline: Hashable {
  /// The live slice; nil until something of the room was received.
  var live: CachedSlice?
  /// The highest token in the live slice.
  var highest: Timetoken?
  /// Whether the last message was searched further back, because the cache shows none.
  var isLatestSought = false
}

/// The drafts of the user's devices in a room.
struct RoomDrafts: Hashable {
  var slots: [DeviceID: DraftSlot] = [:]
  /// When the current claims were first seen.
  var claimsSeenAt: [DeviceID: Timestamp] = [:]

  /// The current version of each draft.
  var heads: DraftHeads { DraftHeads(slots) }
}

/// The user's read positions in a room.
struct OwnReading: Hashable {
  /// The last message that was read.
  var lastRead: Timetoken?
  var threads: [MessageID: Timetoken] = [:]
  /// Read messages that are not cached. Until they are fetched, `lastRead` is an upper bound.
  var unresolved: [ReceiptScope: Set<MessageID>] = [:]
  /// Earlier messages are not unread: the user was not a member yet.
  var baseline: Timetoken?
  /// Where the cached timeline began. Earlier events are history, however late they are loaded.
  var followedFrom: Timetoken?
  /// The server's unread counts; nil if it sent none.
  var serverCounts: UnreadCounts?

  /// The position after which everything is unread.
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

/// The pins of a room, with the time of each change.
struct PinBoard: Hashable {
  var content = PinnedContent()
  /// The author of the list: pins of other clients do not name one.
  var by: UserID?
  var at: Timestamp?
  /// When the pin of a message was set or removed, as part of the message's version.
  var changes: [MessageID: Timetoken] = [:]

  /// The maximum number of changes to keep. Older ones are left out of versions.
  static let most = 500

  func pin(of id: MessageID) -> Pin? {
    guard let entry = content[id] else { return nil }
    if let pin = entry.pin { return pin }
    guard let by, let at else { return nil }
    return Pin(by: by, at: at)
  }

  /// The messages whose pin differs from an earlier board.
  func changed(since former: PinBoard) -> [MessageID] {
    changes.keys.filter { changes[$0] != former.changes[$0] }.sorted()
  }

  /// Replaces the list, and records the messages whose pin changed.
  mutating func replace(by new: PinnedContent, from user: UserID, at time: Timestamp, token: Timetoken) {
    let old = self
    (content, by, at) = (new, user, time)
    // Linear, because both lists may be long.
    var former = Dictionary(old.content.entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var changed = new.entries.filter { former.removeValue(forKey: $0.id) != $0 }.map(\.id)
    changed += old.content.entries.map(\.id).filter { former[$0] != nil }
    for id in changed { changes[id] = token }
    if changes.count > Self.most, let limit = changes.values.sorted().dropFirst(changes.count / 2).first {
      changes = changes.filter { $0.value >= limit }
    }
  }
}

/// The user's knock on a room.
struct PendingKnock: Hashable {
  let reason: String?
  let at: Timestamp
}

/// Selects the current draft of the channel and of each thread of a room.
///
/// Every device writes only its own slot, so none overwrites another's text. The highest revision wins, and between equal revisions
/// the greater device id. Revisions are equal only if an answer outlasts a claim; then the winning draft gets a higher revision, so
/// that the other device sees it as new.
struct DraftHeads {
  struct Head: Hashable {
    let device: DeviceID
    var entry: DraftSlot.Entry
    /// The revision as its device saved it.
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

  /// The current draft without those of one device.
  func latest(in scope: ThreadScope, but excluded: DeviceID?) -> Head? {
    let all = slots.compactMap { device, slot in
      device == excluded
        ? nil : slot.entries[scope].map { Head(device: device, entry: $0, savedAs: $0.revision) }
    }
    guard var head = all.max(by: { ($0.savedAs, $0.device) < ($1.savedAs, $1.device) }) else { return nil }
    head.entry.revision += all.count { $0.savedAs == head.savedAs } - 1
    return head
  }

  /// The scopes of all drafts, including deleted ones.
  var scopes: Set<ThreadScope> { Set(slots.values.flatMap(\.entries.keys)) }

  /// Other devices with a claim on a revision, or a later one.
  func claimants(
    of scope: ThreadScope, from revision: DraftRevision, but device: DeviceID
  ) -> [DeviceID: DraftSlot.Claim] {
    slots.filter { $0.key != device }.compactMapValues { slot in
      guard let claim = slot.claim, claim.scope == scope, claim.revision >= revision else { return nil }
      return claim
    }
  }
}
