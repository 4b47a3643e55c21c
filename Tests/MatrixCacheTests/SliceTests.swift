import ChatDomain
import Testing

@testable import MatrixService

@Suite("Slices")
struct SliceTests {
  let cache: MatrixCache

  init() throws { cache = try Samples.cache() }

  func slice(
    _ tokens: [UInt64], before: String? = nil, isLive: Bool = false, named prefix: String = "$"
  ) throws -> CachedSlice {
    let slice = try cache.slices.make(in: Samples.room, before: before, after: "a", isLive: isLive)
    for token in tokens {
      // Hidden events still belong to the slice.
      try cache.events.save(
        Samples.event(
          MessageID("\(prefix)\(token)"), at: token, slice: slice.id, isShown: !token.isMultiple(of: 2)))
    }
    return slice
  }

  func tokens(of slice: CachedSlice) throws -> [UInt64] {
    try cache.events.page(.slice(slice.id, in: Samples.room), .oldest, limit: 100).map(\.token.rawValue)
  }

  @Test("Slices are listed in order of their contents and keep their changes")
  func listed() throws {
    let empty = try slice([])
    var newest = try slice([9, 10], before: "b", isLive: true)
    let oldest = try slice([1])
    let middle = try slice([4, 20])
    _ = try cache.slices.make(in: Samples.other, before: nil, after: nil, isLive: false)
    #expect(try cache.slices.of(Samples.room) == [oldest, middle, newest, empty])
    (newest.before, newest.after, newest.isLive) = (nil, "é\0", false)
    try cache.slices.save(newest)
    #expect(try cache.slices.of(Samples.room) == [oldest, middle, newest, empty])
    #expect(try cache.slices.of("!unknown").isEmpty)
  }

  @Test("The bounds of a slice are those of all its events")
  func bounds() throws {
    let slices = [
      (try slice([2, 3, 5, 6]), 2, 6), (try slice([11, 14, 13]), 11, 14), (try slice([22]), 22, 22),
    ]
    for (slice, lowest, highest) in slices {
      let bounds = try #require(try cache.slices.bounds(of: slice.id))
      #expect(bounds.lowest.rawValue == lowest && bounds.highest.rawValue == highest)
    }
    #expect(try cache.slices.bounds(of: slice([]).id) == nil)
    #expect(try cache.slices.bounds(of: SliceID(rawValue: 99)) == nil)
  }

  @Test("Two slices in order are joined, and continue backward as the older one did")
  func joining() throws {
    let older = try slice([1, 2, 3], before: "old")
    let newer = try slice([5, 7], before: "gap", isLive: true)
    var joined = newer
    joined.before = "old"
    #expect(try cache.slices.join(older, to: newer) == joined)
    #expect(try cache.slices.of(Samples.room) == [joined])
    #expect(try tokens(of: joined) == [1, 3, 5, 7])
    #expect(try cache.slices.bounds(of: joined.id)?.lowest.rawValue == 1)
    #expect(try cache.events.event("$2", in: Samples.room)?.slice == joined.id)
  }

  @Test("Overlapping slices are not joined: the older is dropped, and its events stay")
  func overlapping() throws {
    // Both ends count, including hidden events.
    for (number, (old, new)) in [([1, 6], [5, 7]), ([1, 5], [4, 7]), ([11, 15], [15, 17])].enumerated() {
      let start = UInt64(100 * number)
      let older = try slice(old.map { UInt64($0) + start }, before: "old")
      let newer = try slice(new.map { UInt64($0) + start }, before: "gap", isLive: true, named: "$new-")
      #expect(try cache.slices.join(older, to: newer) == nil)
      #expect(try !cache.slices.of(Samples.room).contains { $0.id == older.id })
      #expect(try cache.slices.of(Samples.room).contains(newer))
      #expect(try cache.events.event(MessageID("$\(start + UInt64(old[0]))"), in: Samples.room)?.slice == nil)
      #expect(try cache.slices.bounds(of: older.id) == nil)
    }
  }

  @Test("An empty slice is in order with any other")
  func emptyOnes() throws {
    let full = try slice([5], before: "b")
    let empty = try slice([], before: "old")
    guard let joined = try cache.slices.join(empty, to: full) else {
      Issue.record("the empty one was dropped")
      return
    }
    #expect(joined.before == "old")
    let live = try slice([], before: "gap", isLive: true)
    guard let last = try cache.slices.join(joined, to: live) else {
      Issue.record("the full one was dropped")
      return
    }
    #expect(try tokens(of: last) == [5])
    #expect(last.before == "old" && last.isLive)
  }

  @Test("Slices of different rooms are never joined")
  func otherRoom() throws {
    let newer = try slice([5])
    let other = try cache.slices.make(in: Samples.other, before: nil, after: nil, isLive: false)
    try cache.events.save(Samples.event("$1", at: 1, in: Samples.other, slice: other.id))
    #expect(try cache.slices.join(other, to: newer) == nil)
    #expect(try tokens(of: newer) == [5])
    #expect(try cache.events.event("$1", in: Samples.other)?.slice == nil)
  }

  @Test("A dropped slice is gone, its events stay, and its number is not reused")
  func dropping() throws {
    var gone = try slice([1, 2, 3])
    try cache.slices.drop(gone)
    #expect(try cache.slices.of(Samples.room).isEmpty)
    #expect(try tokens(of: gone).isEmpty)
    #expect(try cache.events.event("$3", in: Samples.room)?.slice == nil)
    gone.before = "back"
    try cache.slices.save(gone)
    #expect(try cache.slices.of(Samples.room).isEmpty)
    #expect(try slice([]).id != gone.id)
  }
}
