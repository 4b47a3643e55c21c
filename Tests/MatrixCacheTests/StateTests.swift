import ChatDomain
import SQLite
import Testing

@testable import MatrixService

@Suite("State, account data and receipts")
struct StateTests {
  let cache: MatrixCache

  init() throws { cache = try Samples.cache() }

  @Test("State is kept by type and key, the latest of each, with members separate")
  func state() throws {
    try cache.states.save([1], type: "m.room.name", key: "", in: Samples.room)
    try cache.states.save([2], type: "m.room.member", key: "@ben:s", in: Samples.room)
    try cache.states.save([3], type: "m.room.member", key: "@ann:s", in: Samples.room)
    try cache.states.save([4], type: "a.type", key: "b", in: Samples.room)
    try cache.states.save([5], type: "a.type", key: "a", in: Samples.room)
    try cache.states.save([6], type: "m.room.name", key: "", in: Samples.other)
    try cache.states.save([], type: "m.room.name", key: "", in: Samples.room)
    #expect(
      try cache.states.state(of: Samples.room) == [
        CachedState(type: "a.type", key: "a", bytes: [5]), CachedState(type: "a.type", key: "b", bytes: [4]),
        CachedState(type: "m.room.name", key: "", bytes: []),
      ])
    #expect(
      try cache.states.members(of: Samples.room) == [
        CachedState(type: "m.room.member", key: "@ann:s", bytes: [3]),
        CachedState(type: "m.room.member", key: "@ben:s", bytes: [2]),
      ])
    #expect(try cache.states.state(of: "!unknown").isEmpty)
  }

  @Test("Types and keys are exact, byte by byte")
  func hostileState() throws {
    for (number, name) in Samples.names.enumerated() {
      try cache.states.save([UInt8(number)], type: name, key: "k", in: Samples.room)
      try cache.states.save([UInt8(number)], type: "t", key: name, in: Samples.room)
    }
    let found = try cache.states.state(of: Samples.room)
    #expect(found.count == 2 * Samples.names.count)
    for (number, name) in Samples.names.enumerated() {
      let bytes = Array(name.utf8)
      #expect(found.contains { Array($0.type.utf8) == bytes && $0.key == "k" && $0.bytes == [UInt8(number)] })
      #expect(found.contains { $0.type == "t" && Array($0.key.utf8) == bytes && $0.bytes == [UInt8(number)] })
    }
  }

  @Test("Account data is kept for the account and each room, the latest of each type")
  func accountData() throws {
    try cache.accountData.save([1], type: "m.direct", in: nil)
    try cache.accountData.save([2], type: "m.tag", in: Samples.room)
    try cache.accountData.save([3], type: "a", in: Samples.room)
    try cache.accountData.save([4], type: "m.tag", in: Samples.other)
    try cache.accountData.save([5], type: "m.direct", in: nil)
    #expect(try cache.accountData.of(nil) == [CachedState(type: "m.direct", key: "", bytes: [5])])
    #expect(try cache.accountData.of(Samples.room).map(\.type) == ["a", "m.tag"])
    #expect(try cache.accountData.of("!unknown").isEmpty)
    let all = try cache.accountData.all()
    #expect(all.map(\.room) == [nil, Samples.room, Samples.room, Samples.other])
    #expect(all.map(\.state.bytes) == [[5], [3], [2], [4]])
  }

  @Test("A receipt is kept per user, scope and kind")
  func receipts() throws {
    func receipt(
      _ user: UserID, _ scope: String, _ isPrivate: Bool, _ event: MessageID,
      in room: ChannelID = Samples.room
    ) -> CachedReceipt {
      CachedReceipt(
        room: room, user: user, scope: scope, isPrivate: isPrivate, event: event,
        at: Timestamp(microseconds: -5))
    }
    let kept = [
      receipt("@ann:s", "", false, "$9"), receipt("@ann:s", "", true, "$2"),
      receipt("@ann:s", "main", false, "$3"), receipt("@ben:s", "$root", false, "$4"),
    ]
    try cache.receipts.save(receipt("@ann:s", "", false, "$1"))
    try cache.receipts.save(receipt("@ann:s", "", false, "$1", in: Samples.other))
    for receipt in kept.reversed() { try cache.receipts.save(receipt) }
    #expect(try cache.receipts.of(Samples.room) == kept)
    #expect(try cache.receipts.of(Samples.other).map(\.event) == ["$1"])
  }

  @Test(
    "Of others' receipts in threads the latest stays; those of the channel and own ones all stay")
  func trimming() throws {
    let cache = try Samples.cache()
    func save(_ user: UserID, _ scope: String, _ at: Int64, isPrivate: Bool = false) throws {
      try cache.receipts.save(
        CachedReceipt(
          room: Samples.room, user: user, scope: scope, isPrivate: isPrivate, event: "$e",
          at: Timestamp(microseconds: at)))
    }
    // All with the same time, as a server may send them.
    for index in 0..<50 { try save("@ben:s", "$root\(index)", 7) }
    for scope in ["", "main"] { try save("@ben:s", scope, 1) }
    try save("@ann:s", "$root1", 1)
    try save("@ann:s", "$root1", 1, isPrivate: true)
    try save("@cay:s", "$root1", 8)
    try cache.receipts.trimThreads(of: Samples.room, keeping: 10, andThoseOf: "@ann:s")
    let kept = try cache.receipts.of(Samples.room)
    #expect(kept.count { $0.scope.hasPrefix("$") && $0.user != "@ann:s" } == 10)
    #expect(kept.count == 14 && kept.contains { $0.user == "@cay:s" })
    #expect(
      try cache.receipts.latest(under: "$root1", in: Samples.room, limit: 5).map(\.user).first == "@cay:s")
    #expect(try cache.receipts.latest(under: "$root1", in: Samples.room, limit: 1).count == 1)
    #expect(try cache.receipts.latest(under: "$none", in: Samples.room, limit: 9).map(\.scope) == [""])
  }
}

@Suite("Latest readers")
struct LatestReceiptTests {
  @Test("They are found by an index without sorting")
  func plan() throws {
    let cache = try Samples.cache()
    let sql = "SELECT user, place, private, event, at FROM receipt WHERE room = ? \(ReceiptTable.latest)"
    var plan: [String] = []
    try cache.connection.rows(
      "EXPLAIN QUERY PLAN \(sql)", [.integer(1), .id("main"), .integer(200)]
    ) { plan.append($0.text(3)) }
    #expect(plan.count == 1 && plan[0].contains("USING INDEX receipt_at"))
  }

  @Test("The latest receipts of the channel are returned, without threads and private ones")
  func latest() throws {
    let cache = try Samples.cache()
    func save(_ user: UserID, _ scope: String, at: Int64, isPrivate: Bool = false) throws {
      try cache.receipts.save(
        CachedReceipt(
          room: Samples.room, user: user, scope: scope, isPrivate: isPrivate, event: "$e",
          at: Timestamp(seconds: at)))
    }
    for number in 1...9 {
      try save(UserID("@p\(number):s"), number.isMultiple(of: 2) ? "" : "main", at: Int64(number))
    }
    try save("@thread:s", "$root", at: 99)
    try save("@hidden:s", "main", at: 99, isPrivate: true)
    let found = try cache.receipts.latest(in: Samples.room, limit: 4)
    #expect(found.map(\.user) == ["@p9:s", "@p8:s", "@p7:s", "@p6:s"])
  }
}
