import ChatDomain
import Testing

@testable import MatrixService

@Suite("Events")
struct EventTests {
  let cache: MatrixCache

  init() throws { cache = try Samples.cache() }

  @Test("Every part of an event round-trips", arguments: CachedEvent.Kind.allCases)
  func parts(kind: CachedEvent.Kind) throws {
    let slice = try cache.slices.make(in: Samples.room, before: nil, after: nil, isLive: true)
    let full = Samples.event(
      "$1", at: 7, slice: slice.id, kind: kind, under: "$p", about: "$t", quoting: "$q", mentionsMe: true,
      sentAs: "txn", bytes: [0, 255])
    let flags = [(true, false, false), (false, true, false), (false, false, true), (false, false, false)]
    try cache.events.save(full)
    #expect(try cache.events.event("$1", in: Samples.room) == full)
    for (isShown, isCounted, isInChannel) in flags {
      let bare = Samples.event(
        "$1", at: 8, kind: kind, isShown: isShown, isCounted: isCounted, isInChannel: isInChannel, bytes: [])
      // Saving the same id again replaces everything, also with absent fields.
      try cache.events.save(bare)
      #expect(try cache.events.event("$1", in: Samples.room) == bare)
    }
    #expect(try cache.events.event("$1", in: Samples.other) == nil)
    #expect(try cache.events.event("$2", in: Samples.room) == nil)
  }

  @Test("Ids, senders and bytes of any content round-trip byte by byte")
  func hostile() throws {
    for (number, name) in Samples.names.enumerated() {
      let bytes = [UInt8](repeating: UInt8(number), count: number.isMultiple(of: 2) ? 0 : 100_000)
      try cache.events.save(
        Samples.event(
          MessageID(name), at: UInt64(number), under: MessageID(name), about: MessageID(name),
          quoting: MessageID(name), by: UserID(name), sentAs: TransactionID(name), bytes: bytes))
    }
    for (number, name) in Samples.names.enumerated() {
      let event = try #require(try cache.events.event(MessageID(name), in: Samples.room))
      #expect(event.token == Timetoken(UInt64(number)))
      let bytes = Array(name.utf8)
      #expect(event.id.bytes == bytes && event.sender.bytes == bytes)
      #expect(event.parentId?.bytes == bytes && event.target?.bytes == bytes)
      #expect(event.quoted?.bytes == bytes && event.transactionId?.bytes == bytes)
      #expect(event.bytes == [UInt8](repeating: UInt8(number), count: number.isMultiple(of: 2) ? 0 : 100_000))
      #expect(try cache.events.relations(of: MessageID(name), in: Samples.room) == [event])
      #expect(
        try cache.events.event(sentAs: TransactionID(name), by: UserID(name), in: Samples.room) == event)
    }
  }

  @Test("Tokens sort as unsigned numbers")
  func tokens() throws {
    let tokens: [UInt64] = [0, 1, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, .max]
    let slice = try cache.slices.make(in: Samples.room, before: nil, after: nil, isLive: true)
    for token in tokens.reversed() {
      try cache.events.save(Samples.event(MessageID("$\(token)"), at: token, slice: slice.id))
    }
    let page = try cache.events.page(.slice(slice.id, in: Samples.room), .oldest, limit: 100)
    #expect(page.map(\.token.rawValue) == tokens)
    #expect(try cache.events.latest(in: Samples.room)?.token.rawValue == .max)
    let bounds = try #require(try cache.slices.bounds(of: slice.id))
    #expect(bounds.lowest.rawValue == 0 && bounds.highest.rawValue == .max)
    let after = try cache.events.page(
      .slice(slice.id, in: Samples.room), .after(Timetoken(1 << 62)), limit: 2)
    #expect(after.map(\.token.rawValue) == [(1 << 63) - 1, 1 << 63])
  }

  @Test("An event is found by its sender's transaction only")
  func sentAs() throws {
    try cache.events.save(Samples.event("$2", at: 2, by: "@ann:s", sentAs: "t"))
    try cache.events.save(Samples.event("$1", at: 1, by: "@ann:s", sentAs: "t"))
    try cache.events.save(Samples.event("$0", at: 0, by: "@eve:s", sentAs: "t"))
    #expect(try cache.events.event(sentAs: "t", by: "@ann:s", in: Samples.room)?.id == "$1")
    #expect(try cache.events.event(sentAs: "t", by: "@eve:s", in: Samples.room)?.id == "$0")
    #expect(try cache.events.event(sentAs: "t", by: "@ben:s", in: Samples.room) == nil)
    #expect(try cache.events.event(sentAs: "t", by: "@ann:s", in: Samples.other) == nil)
    #expect(try cache.events.event(sentAs: "other", by: "@ann:s", in: Samples.room) == nil)
  }

  @Test("Relations are found before their target exists, oldest first, in their room only")
  func relations() throws {
    try cache.events.save(Samples.event("$edit", at: 3, kind: .edit, isShown: false, about: "$1"))
    try cache.events.save(Samples.event("$reaction", at: 2, kind: .reaction, isShown: false, about: "$1"))
    try cache.events.save(Samples.event("$else", at: 1, kind: .edit, isShown: false, about: "$2"))
    try cache.events.save(Samples.event("$edit", at: 1, in: Samples.other, kind: .edit, about: "$1"))
    #expect(try cache.events.relations(of: "$1", in: Samples.room).map(\.id) == ["$reaction", "$edit"])
    #expect(try cache.events.relations(of: "$3", in: Samples.room).isEmpty)
  }

  @Test("The latest event of a room is one shown in the channel, of any slice")
  func latest() throws {
    #expect(try cache.events.latest(in: Samples.room) == nil)
    let slice = try cache.slices.make(in: Samples.room, before: nil, after: nil, isLive: true)
    try cache.events.save(Samples.event("$1", at: 1, slice: slice.id))
    try cache.events.save(Samples.event("$2", at: 2))
    try cache.events.save(Samples.event("$hidden", at: 3, slice: slice.id, isShown: false))
    try cache.events.save(Samples.event("$reply", at: 4, slice: slice.id, isInChannel: false, under: "$1"))
    try cache.events.save(Samples.event("$5", at: 5, in: Samples.other))
    #expect(try cache.events.latest(in: Samples.room)?.id == "$2")
    try cache.events.save(Samples.event("$2", at: 2, isShown: false))
    #expect(try cache.events.latest(in: Samples.room)?.id == "$1")
  }
}
