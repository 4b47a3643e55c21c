import ChatDomain
import Testing

@testable import MatrixService

@Suite("Transactions")
struct TransactionTests {
  let cache: MatrixCache
  private static let ours = CacheFault.failed(code: 0, message: "the caller's own")

  init() throws { cache = try Samples.cache() }

  @Test("A throwing body changes nothing")
  func rollback() throws {
    try cache.values.set("s1", forKey: "since")
    #expect(throws: Self.ours) {
      try cache.transaction { () throws(CacheFault) in
        try cache.values.set("s2", forKey: "since")
        try cache.rooms.save(CachedRoom(id: Samples.room, record: [1]))
        let slice = try cache.slices.make(in: Samples.room, before: nil, after: nil, isLive: true)
        try cache.events.save(Samples.event("$1", at: 1, slice: slice.id))
        try cache.words.setText(of: "$1", in: Samples.room, to: "word")
        throw Self.ours
      }
    }
    #expect(try cache.values.value(forKey: "since") == "s1")
    #expect(try cache.rooms.all().isEmpty)
    #expect(try cache.events.search("word", in: nil, before: nil, limit: 9).isEmpty)
    // The room gets a new number: the previous one must not be cached.
    try cache.rooms.save(CachedRoom(id: Samples.other, record: [2]))
    try cache.events.save(Samples.event("$2", at: 2, in: Samples.room))
    #expect(try cache.events.event("$2", in: Samples.other) == nil)
    #expect(try cache.events.latest(in: Samples.room)?.id == "$2")
    #expect(try cache.events.event("$1", in: Samples.room) == nil)
  }

  @Test("A nested transaction commits and rolls back with the outer one")
  func nested() throws {
    let value = try cache.transaction { () throws(CacheFault) in
      try cache.values.set("1", forKey: "a")
      return try cache.transaction { () throws(CacheFault) in
        try cache.values.set("2", forKey: "b")
        return 7
      }
    }
    #expect(value == 7)
    #expect(throws: Self.ours) {
      try cache.transaction { () throws(CacheFault) in
        try cache.transaction { () throws(CacheFault) in try cache.values.set("3", forKey: "a") }
        try cache.rooms.remove(Samples.room)
        throw Self.ours
      }
    }
    #expect(try cache.values.value(forKey: "a") == "1")
    #expect(try cache.values.value(forKey: "b") == "2")
  }
}
