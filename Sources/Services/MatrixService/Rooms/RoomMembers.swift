import ChatDomain

/// Who is in a room.
struct RoomMembers {
  /// Those who were read, of those who are known, also of those who left. The server tells of people only when they are
  /// needed.
  private(set) var read: [UserID: RoomMember] = [:]
  /// Those who are known and were not read yet; nil if there are none.
  private var kept: KeptMembers?
  /// Whether all who are in it are known. Not kept: who went while nobody looked is still among those who are.
  var isComplete = false
  /// Those after whom a room without a name is called.
  var heroes: [UserID] = []
  var joinedCount = 0
  /// Which of those who are known changed.
  private(set) var log = MemberChangeLog()
  /// What is kept of all who are known, so that nobody need be read for it.
  private(set) var counts = MemberCounts()
  private var wereCounted = false
  /// Those of whom is known that they ask to be let in.
  private(set) var knocking: Set<UserID> = []
  /// How often somebody asked, or no longer did, or did otherwise.
  private(set) var knockRevision = 0
  /// Whether they are all who do. Not kept: nobody tells who asked while the program did not run.
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

  /// Those of whom is known that they are in it.
  var joined: [UserID: RoomMember] {
    mutating get {
      readAll()
      return read.filter { $0.value.standing == .joined }
    }
  }

  /// Those who are in it, and those who were asked to come.
  var expected: Set<UserID> {
    mutating get {
      readAll()
      return Set(read.filter { $0.value.isExpected }.keys)
    }
  }

  /// All who are known.
  var all: [UserID: RoomMember] {
    mutating get {
      readAll()
      return read
    }
  }

  /// Whether somebody is in it, or was asked to come.
  func expects(_ user: UserID) -> Bool { self[user]?.isExpected ?? false }

  // MARK: Those who are read when they are needed

  /// Takes over what was kept of how many they are, and of those who ask to be let in.
  mutating func take(_ counts: MemberCounts, knocking: Set<UserID>) {
    (self.counts, self.knocking, wereCounted) = (counts, knocking, true)
  }

  /// Leaves those who are known where they are kept, until somebody asks for one of them.
  ///
  /// - Returns: whether that can be; not if nobody counted them.
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

/// Who changed in a list of members, for those who follow it.
struct MemberChangeLog {
  /// How many changes there were since the program began.
  private(set) var revision = 0
  /// The last ones, in their order.
  private var latest: [UserID] = []

  /// How many are remembered at least.
  private static let most = 500

  mutating func record(_ user: UserID) {
    revision += 1
    if latest.count >= Self.most * 2 { latest.removeFirst(Self.most) }
    latest.append(user)
  }

  /// Who changed since a revision; nil if that is too long ago.
  func changed(since former: Int) -> Set<UserID>? {
    let count = revision - former
    return (0...latest.count).contains(count) ? Set(latest.suffix(count)) : nil
  }
}

/// The members of a room as they were kept, of whom one is read when somebody asks for them: of a room with thousands a
/// screen shows a few.
final class KeptMembers {
  private let cache: MatrixCache
  private let room: ChannelID
  /// Those who were asked for already; nil for who is not among them.
  private var read: [UserID: RoomMember?] = [:]

  /// How many of those who were asked for are remembered.
  private static let mostRead = 500

  init(cache: MatrixCache, room: ChannelID) {
    self.cache = cache
    self.room = room
  }

  /// One of them. Where the file does not let itself be read nobody is known, which whoever writes to it finds out, too.
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

  /// All of them.
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

/// What a room's kind depends on, of all of whom is known what they are to it.
struct MemberCounts: Hashable {
  /// How many are in it, or were asked to come.
  private(set) var expected = 0
  /// How many were asked to a conversation of two.
  private(set) var direct = 0

  mutating func replace(_ former: RoomMember?, by new: RoomMember?) {
    for (member, step) in [(former, -1), (new, 1)] {
      if member?.isExpected == true { expected += step }
      if member?.isDirect == true { direct += step }
    }
  }
}

extension RoomMember {
  /// Whether they are in it, or were asked to come.
  var isExpected: Bool { standing == .joined || standing == .invited }
}
