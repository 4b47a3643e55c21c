import ChatDomain
import Testing

@testable import MatrixService

@Suite("The cost of a very large account, in cache requests")
struct ReplicaScaleTests {
  private static func members(_ count: Int) -> [String] {
    (0..<count).map { number in
      Said.member(
        "$come-\(number)", UserID("@p\(number):example.org"), "join", name: "Person \(number)", at: -50)
    }
  }

  /// The room of `onHill` with this many additional members.
  private static func desk(people: Int) throws -> ReplicaDesk {
    let desk = try ReplicaDesk.onHill()
    var part = SyncText.Joined(state: members(people), events: [Said.text("$first", "words", at: 1)])
    part.summary = #"{"m.joined_member_count":\#(people + 3)}"#
    try desk.take(SyncText(part))
    return desk
  }

  // MARK: Opening

  @Test("Opening reads no members, and checks the file once")
  func opening() throws {
    var counts: [Int] = []
    for people in [10, 400] {
      let cache = try Self.desk(people: people).replica.cache
      let trace = try StatementTrace.of(cache) {
        _ = try Replica(cache, of: Said.ann, clock: ReplicaDesk().clock)
      }
      #expect(trace.statements.first == "BEGIN" && trace.statements.last == "COMMIT")
      #expect(trace.count("BEGIN") == 1)
      counts.append(trace.rows.count)
    }
    #expect(counts[0] == counts[1])
  }

  @Test(
    "Members are read on demand: one when requested, all when all are needed")
  func reading() throws {
    let desk = try Self.desk(people: 30)
    try desk.take(
      Said.text("$said", "hello", by: "@p7:example.org", at: 5),
      Said.member("$left", "@p8:example.org", "leave", at: 6, before: "join"))
    let before = try desk.room()
    let again = try ReplicaDesk(desk.replica.cache)
    let after = try again.room()
    #expect(try again.message("$said")?.author == User(id: "@p7:example.org", name: "Person 7"))
    #expect(after.members["@p8:example.org"]?.standing == .left)
    #expect(after.members["@nobody:example.org"] == nil)
    #expect(after.members.counts == before.members.counts)
    #expect(after.members.counts == MemberCounts(expected: 32))
    // New events are merged with the stored state.
    try again.take(Said.member("$named", "@p9:example.org", "join", name: "Nina", at: 7, before: "join"))
    try again.take(Said.member("$gone", "@p10:example.org", "leave", at: 8, before: "join"))
    #expect(after.members.counts == MemberCounts(expected: 31))
    #expect(after.members.joined.count == 31)
    #expect(after.members["@p9:example.org"]?.name == "Nina")
    #expect(after.members.joined["@p10:example.org"] == nil)
    #expect(after.members.all.count == 33)
  }

  @Test("A direct conversation stays one, and a large room that claims to be one is not")
  func direct() throws {
    let desk = try ReplicaDesk()
    let invitation = #"{"membership":"invite","is_direct":true}"#
    try desk.take(
      SyncText([
        Said.state("$create", "m.room.create", by: Said.ben, at: 0, #"{"room_version":"11"}"#),
        Said.member("$m-ben", Said.ben, "join", name: "Ben", at: 1),
        Said.state("$asked", "m.room.member", key: Said.ann.rawValue, by: Said.ben, at: 2, invitation),
        Said.state(
          "$m-ann", "m.room.member", key: Said.ann.rawValue, by: Said.ann, at: 3,
          #"{"membership":"join","is_direct":true}"#, before: invitation),
      ]))
    #expect(desk.replica.partner(in: try desk.room()) == Said.ben)
    let again = try ReplicaDesk(desk.replica.cache)
    #expect(again.replica.partner(in: try again.room()) == Said.ben)
    var crowd = SyncText.Joined(state: Self.members(50))
    crowd.summary = #"{"m.joined_member_count":52}"#
    try again.take(SyncText(crowd))
    #expect(again.replica.partner(in: try again.room()) == nil)
    // This reads no member.
    let third = try Replica(again.replica.cache, of: Said.ann, clock: again.clock)
    let room = try #require(third.rooms[Said.hill])
    let trace = StatementTrace.of(third.cache) { #expect(third.partner(in: room) == nil) }
    #expect(trace.statements.isEmpty)
  }

  @Test("A record from a version without counts is read completely, once")
  func former() throws {
    let desk = try Self.desk(people: 5)
    let cache = desk.replica.cache
    let record = String(decoding: RoomRecord.bytes(of: try desk.room()), as: UTF8.self)
    let former = record.replacing(#""expected":8,"direct":0,"#, with: "")
    try #require(former != record)
    try cache.rooms.save(CachedRoom(id: Said.hill, record: Array(former.utf8)))
    let again = try ReplicaDesk(cache)
    #expect(try again.room().members.read.count == 8)
    #expect(try again.room().members.counts == MemberCounts(expected: 8))
    try again.take(Said.text("$next", "words", at: 9))
    #expect(try ReplicaDesk(cache).room().members.read.isEmpty)
  }

  @Test("Only changed members of a room are written")
  func completing() throws {
    let desk = try Self.desk(people: 40)
    func events(_ lines: [String]) throws -> [MatrixEvent] {
      try lines.map { try #require(MatrixEvent(bytes: Array($0.utf8), in: Said.hill)) }
    }
    var all = Self.members(40)
    let room = try desk.room()
    func writes(_ lines: [String]) throws -> Int {
      let events = try events(lines)
      return try StatementTrace.of(desk.replica.cache) { try desk.replica.addMembers(events, of: room) }
        .count("INTO state")
    }
    #expect(try writes(all) == 0)
    all[7] = Said.member("$named", "@p7:example.org", "join", name: "Nina", at: 9)
    #expect(try writes(all) == 1)
    #expect(room.members["@p7:example.org"]?.name == "Nina")
  }

  // MARK: The inbox

  @Test("An unrelated answer reads nothing of the inbox, others each item once")
  func inbox() throws {
    let mine = Said.text("$mine", "my words", by: Said.ann, at: 1)
    let mentions = (2..<40).map { Said.text("$\($0)", "Ann!", at: $0, mentions: [Said.ann]) }
    let desk = try ReplicaDesk.onHill([mine] + mentions)
    desk.replica.toldInbox = InboxReader.Told(try InboxReader(replica: desk.replica).places())
    func reads(_ event: String) throws -> (reads: Int, told: [String]) {
      var told: [String] = []
      let trace = try StatementTrace.of(desk.replica.cache) { told = try desk.take(event).map(\.gist) }
      return (trace.count("FROM inbox JOIN"), told.filter { $0.hasPrefix("inbox") })
    }
    let plain = try reads(Said.text("$a", "words", at: 50))
    #expect(plain.reads == 0 && plain.told.isEmpty)
    let reaction = try reads(Said.reaction("$b", to: "$mine", "+1", at: 51))
    #expect(reaction.reads == 1 && reaction.told == ["inbox 39"])
    let edit = try reads(Said.edit("$c", of: "$5", "nobody", at: 52))
    #expect(edit.reads == 1 && edit.told == ["inbox 38"])
    let gone = try reads(Said.redaction("$d", of: "$6", at: 53))
    #expect(gone.reads == 1 && gone.told == ["inbox 37"])
    let hidden = try reads(Said.redaction("$e", of: "$mine", by: Said.ann, at: 54, isHard: true))
    #expect(hidden.reads == 1 && hidden.told == ["inbox 36"])
    #expect(try reads(Said.text("$f", "words", at: 55)).reads == 0)
  }

  @Test("The inbox in memory always equals the file")
  func known() throws {
    let desk = try ReplicaDesk.onHill([Said.text("$mine", "mine", by: Said.ann, at: 1)])
    let inbox = desk.replica.cache.inbox
    func isSame() throws -> Bool {
      let known = try inbox.all()
      desk.replica.cache.knownInbox = nil
      return try inbox.all() == known
    }
    let steps: [() throws -> Void] = [
      { try desk.take(Said.text("$1", "Ann!", at: 2, mentions: [Said.ann])) },
      { try desk.take(Said.reaction("$2", to: "$mine", "+1", at: 3)) },
      { try desk.take(Said.text("$3", "in a thread", at: 4, under: "$mine")) },
      // A deleted root deletes its replies.
      { try desk.take(Said.redaction("$4", of: "$mine", by: Said.ann, at: 5, isHard: true)) },
      { try desk.replica.cache.trimmer.hideMessages(by: Said.ben) },
      { try desk.replica.cache.trimmer.removeAll() },
      { try desk.replica.load() },
    ]
    for (number, step) in steps.enumerated() {
      _ = try inbox.all()
      try step()
      #expect(try isSame(), "step \(number)")
    }
    // A failure rolls back.
    #expect(throws: CacheFault.damaged) {
      try desk.replica.cache.transaction { () throws(CacheFault) in
        try inbox.save(
          CachedInboxItem(
            event: "$9", room: Said.hill, kind: .mention, message: "$9", parent: nil, sender: Said.ben,
            token: Timetoken(9)))
        _ = try inbox.all()
        throw .damaged
      }
    }
    #expect(try isSame())
  }

  @Test("An oversized table is trimmed when read")
  func bounded() throws {
    let desk = try ReplicaDesk.onHill()
    let cache = desk.replica.cache
    try cache.transaction { () throws(CacheFault) in
      for number in 1...InboxTable.capacity * 2 + 1 {
        try cache.inbox.save(
          CachedInboxItem(
            event: MessageID("$\(number)"), room: Said.hill, kind: .mention, message: MessageID("$\(number)"),
            parent: nil, sender: Said.ben, token: Timetoken(UInt64(number))))
      }
    }
    _ = try cache.inbox.all()
    #expect(try cache.connection.number("SELECT count(*) FROM inbox") == InboxTable.capacity)
  }
}
