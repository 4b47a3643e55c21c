import ChatDomain

struct RoomMembers {
  /// Loaded members, including former ones. The server sends members only when they are needed.
  private(set) var read: [UserID: RoomMember] = [:]
  /// Saved members that are not loaded yet; nil if there are none.
  private var kept: KeptMembers?
  /// Whether all members are known. Not saved, because departures while offline are missed.
  var isComplete = false
  /// The members whose names make up the name of an unnamed room.
  var heroes: [UserID] = []
  var joinedCount = 0
  private(set) var log = MemberChangeLog()
  /// Saved counts, so that members need not be loaded for them.
  private(set) var counts = MemberCounts()
  private var wereCounted = false
  /// Known users who knock.
  private(set) var knocking: Set<UserID> = []
  /// The number of changes to knocks.
  private(set) var knockRevision = 0
  /// Whether all knocks are known. Not saved, because knocks while offline are missed.
  var areKnocksKnown = false

  subscript(user: UserID) -> RoomMember? {
    get { read[user] ?? kept?[user] }
    set {
      let former = self[user]
      guard former != newValue else { return }
      if newValue == nil { readAll() }
      read[user] = newValue
      counts.replace(former, by: newValue)
      log.record(user)
      if former?.standing == .knocking || newValue?.standing == .knocking { knockRevision += 1 }
      if newValue?.standing == .knocking { knocking.insert(user) } else { knocking.remove(user) }
    }
  }

  /// The known joined members.
  var joined: [UserID: RoomMember] {
    mutating get {
      readAll()
      return read.filter { $0.value.standing == .joined }
    }
  }

  /// Joined and invited members.
  var expected: Set<UserID> {
    mutating get {
      readAll()
      return Set(read.filter { $0.value.isExpected }.keys)
    }
  }

  /// All known members.
  var all: [UserID: RoomMember] {
    mutating get {
      readAll()
      return read
    }
  }

  /// Whether a user has joined or is invited.
  func expects(_ user: UserID) -> Bool { self[user]?.isExpected ?? false }

  /// Whether the partner of a direct channel has joined or is invited. If not all members are known, a second joined member counts as
  /// the partner.
  func mayExpect(_ partner: UserID) -> Bool { expects(partner) || !isComplete && joinedCount > 1 }

  // MARK: Lazy loading

  /// Restores saved counts and knocks.
  mutating func take(_ counts: MemberCounts, knocking: Set<UserID>) {
    (self.counts, self.knocking, wereCounted) = (counts, knocking, true)
  }

  /// Defers loading the saved members.
  ///
  /// - Returns: false if their counts were not saved.
  mutating func `defer`(to kept: KeptMembers) -> Bool {
    guard wereCounted else { return false }
    self.kept = kept
    return true
  }

  private mutating func readAll() {
    guard let kept else { return }
    self.kept = nil
    read.merge(kept.all) { now, _ in now }
  }
}

/// A log of changed members, for indexes that follow it.
struct MemberChangeLog {
  /// The number of changes since the start.
  private(set) var revision = 0
  /// The latest changes in order.
  private var latest: [UserID] = []

  /// The minimum number of changes to keep.
  private static let most = 500

  mutating func record(_ user: UserID) {
    revision += 1
    if latest.count >= Self.most * 2 { latest.removeFirst(Self.most) }
    latest.append(user)
  }

  /// The users changed since a revision; nil if that is too long ago.
  func changed(since former: Int) -> Set<UserID>? {
    let count = revision - former
    return (0...latest.count).contains(count) ? Set(latest.suffix(count)) : nil
  }
}

/// The saved members of a room, loaded one at a time: of thousands a screen shows a few.
final class KeptMembers {
  private let cache: MatrixCache
  private let room: ChannelID
  /// Members loaded before; nil: not a member.
  private var read: [UserID: RoomMember?] = [:]

  /// The maximum number of members to keep loaded.
  private static let mostRead = 500

  init(cache: MatrixCache, room: ChannelID) {
    self.cache = cache
    self.room = room
  }

  /// A saved member. Returns nil if the file cannot be read; the next write reports the fault.
  subscript(user: UserID) -> RoomMember? {
    if let known = read[user] { return known }
    var found: RoomMember?
    do throws(CacheFault) {
      found = try cache.states.member(user, of: room).flatMap { Self.member($0, in: room)?.value }
    } catch { return nil }
    if read.count >= Self.mostRead { read = [:] }
    read[user] = .some(found)
    return found
  }

  /// All saved members; empty if the file cannot be read.
  var all: [UserID: RoomMember] {
    do throws(CacheFault) {
      let members = try cache.states.members(of: room).compactMap { Self.member($0, in: room) }
      return Dictionary(members, uniquingKeysWith: { $1 })
    } catch { return [:] }
  }

  private static func member(_ kept: CachedState, in room: ChannelID) -> (key: UserID, value: RoomMember)? {
    guard let event = MatrixEvent(bytes: kept.bytes, in: room),
      case .state(.member(let user, let member)) = event.meaning
    else { return nil }
    return (user, member)
  }
}

/// Counts of known members that decide the kind of a room.
struct MemberCounts: Hashable {
  /// The number of joined or invited members.
  private(set) var expected = 0
  /// The number of members with a direct invitation.
  private(set) var direct = 0

  mutating func replace(_ former: RoomMember?, by new: RoomMember?) {
    for (member, step) in [(former, -1), (new, 1)] {
      if member?.isExpected == true { expected += step }
      if member?.isDirect == true { direct += step }
    }
  }
}

extension RoomMember {
  /// Whether the member has joined or is invited.
  var isExpected: Bool { standing == .joined || standing == .invited }
}
