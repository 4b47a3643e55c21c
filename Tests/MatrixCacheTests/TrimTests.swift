import ChatDomain
import Testing

@testable import MatrixService

@Suite("Trimming")
struct TrimTests {
  let cache: MatrixCache

  init() throws { cache = try Samples.cache() }

  /// A live slice with the tokens 1 to 10, of which the even ones are hidden.
  func live() throws -> CachedSlice {
    let slice = try cache.slices.make(in: Samples.room, before: "old", after: nil, isLive: true)
    for token in 1...10 as ClosedRange<UInt64> {
      try cache.events.save(
        Samples.event(
          MessageID("$\(token)"), at: token, slice: slice.id, isShown: !token.isMultiple(of: 2)))
      try cache.words.setText(of: MessageID("$\(token)"), in: Samples.room, to: "word")
    }
    return slice
  }

  @Test("The newest events stay, the slice continues as requested, and text is removed with its event")
  func newest() throws {
    let slice = try live()
    #expect(try cache.trimmer.cut(of: Samples.room, keeping: 4) == Timetoken(7))
    #expect(try cache.trimmer.trim(Samples.room, keeping: 4, before: "new") == 6)
    #expect(try cache.slices.bounds(of: slice.id)?.lowest == Timetoken(7))
    #expect(try cache.events.event("$6", in: Samples.room) == nil)
    #expect(try cache.slices.of(Samples.room).map(\.before) == ["new"])
    #expect(try cache.events.search("word", in: nil, before: nil, limit: 9).map(\.id) == ["$9", "$7"])
    #expect(try cache.connection.number("SELECT count(*) FROM words") == 4)
    // A restored event is not found by its earlier text.
    try cache.events.save(Samples.event("$5", at: 5))
    #expect(try cache.events.search("word", in: nil, before: nil, limit: 9).map(\.id) == ["$9", "$7"])
  }

  @Test("Nothing is removed below the limit or without a live slice", arguments: [10, 11, 0, -1])
  func enough(count: Int) throws {
    _ = try live()
    #expect(try cache.trimmer.cut(of: Samples.room, keeping: count) == nil)
    #expect(try cache.trimmer.trim(Samples.room, keeping: count, before: "new") == 0)
    #expect(try cache.slices.of(Samples.room).map(\.before) == ["old"])
    #expect(try cache.trimmer.trim("!unknown", keeping: 1, before: "new") == 0)
    _ = try cache.slices.make(in: Samples.other, before: "old", after: nil, isLive: false)
    try cache.events.save(Samples.event("$1", at: 1, in: Samples.other))
    #expect(try cache.trimmer.trim(Samples.other, keeping: 1, before: "new") == 0)
  }

  @Test("Slices before the live one are removed; single events and other rooms stay")
  func others() throws {
    _ = try live()
    let older = try cache.slices.make(in: Samples.room, before: nil, after: nil, isLive: false)
    try cache.events.save(Samples.event("$old", at: 0, slice: older.id))
    try cache.events.save(Samples.event("$alone", at: 0))
    try cache.events.save(Samples.event("$1", at: 1, in: Samples.other))
    try cache.trimmer.trim(Samples.room, keeping: 1, before: "new")
    #expect(try cache.slices.bounds(of: older.id) == nil)
    #expect(try cache.slices.of(Samples.room).map(\.before) == ["new"])
    #expect(try cache.events.event("$old", in: Samples.room) == nil)
    #expect(try cache.events.event("$alone", in: Samples.room) != nil)
    #expect(try cache.events.event("$1", in: Samples.other) != nil)
  }

  @Test("The cut is at an event, and counts are per room")
  func counting() throws {
    _ = try live()
    try cache.events.save(Samples.event("$1", at: 1, in: Samples.other))
    #expect(try cache.trimmer.event(from: Timetoken(4), in: Samples.room)?.id == "$4")
    #expect(try cache.trimmer.event(from: Timetoken(11), in: Samples.room) == nil)
    #expect(try cache.trimmer.event(from: Timetoken(0), in: Samples.other) == nil)
    #expect(try cache.trimmer.eventCounts() == [Samples.room: 10])
  }

  @Test(
    "The fullest rooms are trimmed first, and each keeps some",
    arguments: [
      ([10], 4000), ([4000, 4000, 100], 4000), ([9000, 9000, 9000], 4000), ([9000, 4000, 100], 4000),
      (Array(repeating: 4000, count: 6), 2000), (Array(repeating: 4000, count: 13), 500),
      (Array(repeating: 4000, count: 1000), 300), ([], 4000),
    ])
  func bounds(counts: [Int], kept: Int) {
    #expect(HistoryBounds(perRoom: 4000, total: 12_000).kept(counts) == kept)
  }

  @Test("Edits of a kept message stay with it")
  func edits() throws {
    let slice = try live()
    try cache.events.save(Samples.event("$alone", at: 0))
    try cache.events.save(
      Samples.event("$edit", at: 3, slice: slice.id, kind: .edit, isShown: false, about: "$alone"))
    try cache.events.save(
      Samples.event("$other", at: 3, slice: slice.id, kind: .edit, isShown: false, about: "$2"))
    try cache.trimmer.trim(Samples.room, from: Timetoken(8), before: "new")
    #expect(try cache.events.relations(of: "$alone", in: Samples.room).map(\.id) == ["$edit"])
    #expect(try cache.events.event("$other", in: Samples.room) == nil)
  }

  @Test("The root and last reply of the user's threads stay for their list")
  func ownThreads() throws {
    let slice = try live()
    for (id, token) in [("$r1", 3), ("$r2", 4)] as [(MessageID, UInt64)] {
      try cache.events.save(
        Samples.event(id, at: token, slice: slice.id, isInChannel: false, under: "$1"))
    }
    try cache.threads.save(
      CachedThread(
        room: Samples.room, root: "$1", latest: Timetoken(4), changed: Timetoken(4), isParticipating: true,
        isComplete: false, before: nil, serverCount: nil))
    try cache.trimmer.trim(Samples.room, from: Timetoken(8), before: "new")
    #expect(try cache.events.event("$1", in: Samples.room)?.slice == nil)
    #expect(try cache.events.event("$1", in: Samples.room) != nil)
    #expect(try cache.events.event("$r1", in: Samples.room) == nil)
    #expect(try cache.events.event("$r2", in: Samples.room) != nil)
  }

  @Test("Relations outside slices are removed with their missing targets; those inside stay")
  func relations() throws {
    let slice = try live()
    try cache.events.save(Samples.event("$a", at: 20, kind: .edit, isShown: false, about: "$1"))
    try cache.events.save(Samples.event("$b", at: 21, kind: .edit, isShown: false, about: "$10"))
    try cache.events.save(Samples.event("$c", at: 22, kind: .edit, isShown: false, about: "$never"))
    try cache.events.save(
      Samples.event("$d", at: 23, slice: slice.id, kind: .reaction, isShown: false, about: "$1"))
    try cache.events.save(Samples.event("$a", at: 20, in: Samples.other, kind: .edit, about: "$1"))
    #expect(try cache.trimmer.trim(Samples.room, keeping: 3, before: "new") == 10)
    #expect(try cache.events.event("$a", in: Samples.room) == nil)
    #expect(try cache.events.event("$b", in: Samples.room) != nil)
    #expect(try cache.events.event("$c", in: Samples.room) == nil)
    #expect(try cache.events.event("$d", in: Samples.room) != nil)
    #expect(try cache.events.event("$a", in: Samples.other) != nil)
  }

  @Test("A thread that loses replies is marked as incomplete; others stay")
  func threads() throws {
    let slice = try live()
    func reply(_ id: MessageID, _ token: UInt64, under root: MessageID, isCounted: Bool = true) throws {
      try cache.events.save(
        Samples.event(
          id, at: token, slice: slice.id, isCounted: isCounted, isInChannel: false, under: root))
    }
    func thread(_ root: MessageID, isComplete: Bool, serverCount: CachedThread.ServerCount? = nil) throws
      -> CachedThread
    {
      let thread = CachedThread(
        room: Samples.room, root: root, latest: Timetoken(12), changed: Timetoken(12), isParticipating: true,
        isComplete: isComplete, before: "t", serverCount: serverCount)
      try cache.threads.save(thread)
      return thread
    }
    try reply("$r1", 3, under: "$1")
    try reply("$r2", 4, under: "$1", isCounted: false)
    try reply("$r3", 12, under: "$1")
    try reply("$r4", 13, under: "$9")
    try reply("$r5", 2, under: "$3")
    let untouched = [try thread("$9", isComplete: true), try thread("$3", isComplete: false)]
    var cut = try thread("$1", isComplete: true)
    try cache.trimmer.trim(Samples.room, from: Timetoken(5), before: "new")
    (cut.isComplete, cut.before, cut.serverCount) = (
      false, nil, CachedThread.ServerCount(count: 2, latest: Timetoken(12))
    )
    #expect(try cache.threads.thread("$1", in: Samples.room) == cut)
    for thread in untouched { #expect(try cache.threads.thread(thread.root, in: Samples.room) == thread) }
    #expect(try cache.events.page(.thread("$1", in: Samples.room), .oldest, limit: 9).map(\.id) == ["$r3"])
  }
}
