import ChatDomain
import Testing

@testable import MatrixService

@Suite("Rooms")
struct RoomTests {
  let cache: MatrixCache

  init() throws { cache = try Samples.cache() }

  @Test("A room's record is kept until replaced; a mere reference creates no room")
  func records() throws {
    try cache.accountData.save([1], type: "m.tag", in: "!referred")
    try cache.rooms.save(CachedRoom(id: "!b", record: [1]))
    try cache.rooms.save(CachedRoom(id: "!a", record: []))
    try cache.rooms.save(CachedRoom(id: "!b", record: [2, 0, 3]))
    #expect(
      try cache.rooms.all() == [CachedRoom(id: "!b", record: [2, 0, 3]), CachedRoom(id: "!a", record: [])])
    try cache.rooms.save(CachedRoom(id: "!referred", record: [4]))
    #expect(try cache.rooms.all().map(\.id) == ["!referred", "!b", "!a"])
  }

  @Test("Removing a room removes all of its data and nothing else")
  func removing() throws {
    for room in [Samples.room, Samples.other] {
      try cache.rooms.save(CachedRoom(id: room, record: [1]))
      try cache.states.save([1], type: "m.room.name", key: "", in: room)
      try cache.states.save([1], type: "m.room.member", key: "@ben:s", in: room)
      try cache.accountData.save([1], type: "m.tag", in: room)
      try cache.receipts.save(
        CachedReceipt(
          room: room, user: "@ben:s", scope: "", isPrivate: false, event: "$1",
          at: Timestamp(seconds: 1)))
      let slice = try cache.slices.make(in: room, before: "b", after: nil, isLive: true)
      try cache.events.save(Samples.event("$1", at: 1, in: room, slice: slice.id))
      try cache.words.setText(of: "$1", in: room, to: "words")
      try cache.threads.save(
        CachedThread(
          room: room, root: "$1", latest: Timetoken(1), changed: Timetoken(2), isParticipating: true,
          isComplete: true,
          before: nil, serverCount: nil))
      try cache.transactions.save(
        TransactionID("t-\(room)"), "send", in: room, result: "$1", at: Timestamp(seconds: 1))
    }
    try cache.accountData.save([1], type: "m.direct", in: nil)
    try cache.rooms.remove(Samples.room)
    try cache.rooms.remove("!unknown")

    #expect(try cache.rooms.all().map(\.id) == [Samples.other])
    for (room, count) in [(Samples.room, 0), (Samples.other, 1)] {
      #expect(try cache.states.state(of: room).count == count)
      #expect(try cache.states.members(of: room).count == count)
      #expect(try cache.accountData.of(room).count == count)
      #expect(try cache.receipts.of(room).count == count)
      #expect(try cache.slices.of(room).count == count)
      #expect(try cache.threads.of(room).count == count)
      #expect(try (cache.events.event("$1", in: room) == nil) == (count == 0))
      #expect(
        try (cache.transactions.result(of: TransactionID("t-\(room)"), purpose: "send") == nil)
          == (count == 0))
    }
    #expect(try cache.events.search("words", in: nil, before: nil, limit: 9).map(\.room) == [Samples.other])
    #expect(try cache.connection.number("SELECT count(*) FROM words") == 1)
    #expect(try cache.accountData.all().map(\.room) == [nil, Samples.other])
    // A new room of the same name has nothing of the old one.
    try cache.rooms.save(CachedRoom(id: Samples.room, record: [2]))
    #expect(try cache.events.latest(in: Samples.room) == nil)
    #expect(try cache.states.state(of: Samples.room).isEmpty)
  }

  @Test("Rooms with similar names, or names like SQL, are distinct")
  func hostileNames() throws {
    for (number, name) in Samples.names.enumerated() {
      try cache.rooms.save(CachedRoom(id: ChannelID(name), record: [UInt8(number)]))
      try cache.events.save(Samples.event("$1", at: UInt64(number), in: ChannelID(name)))
    }
    let rooms = try cache.rooms.all()
    #expect(rooms.map(\.id.bytes) == Samples.names.map { Array($0.utf8) })
    #expect(rooms.map(\.record) == Samples.names.indices.map { [UInt8($0)] })
    for (number, name) in Samples.names.enumerated() {
      #expect(try cache.events.event("$1", in: ChannelID(name))?.token == Timetoken(UInt64(number)))
    }
  }
}
