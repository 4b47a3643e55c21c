import ChatDomain
import Testing

@testable import MatrixService

@Suite("Pages and counts")
struct PageTests {
  let cache: MatrixCache
  let slice: SliceID

  /// A slice with the tokens 10, 20 … 100, of which 30 is hidden and 60 and 70 are only in a thread.
  init() throws {
    cache = try Samples.cache()
    slice = try cache.slices.make(in: Samples.room, before: "b", after: nil, isLive: true).id
    for token in [50, 10, 100, 70, 30, 90, 20, 60, 80, 40] as [UInt64] {
      let isReply = token == 60 || token == 70
      try cache.events.save(
        Samples.event(
          MessageID("$\(token)"), at: token, slice: slice, isShown: token != 30, isInChannel: !isReply,
          under: isReply || token == 80 ? "$20" : nil))
    }
    try cache.events.save(Samples.event("$55", at: 55))
    try cache.events.save(Samples.event("$56", at: 56, isInChannel: false, under: "$20"))
    try cache.events.save(Samples.event("$57", at: 57, isShown: false, under: "$20"))
    try cache.events.save(Samples.event("$58", at: 58, in: Samples.other, under: "$20"))
  }

  static let slicePages: [(EventWindow, Int, [UInt64])] = [
    (.newest, 3, [80, 90, 100]), (.newest, 100, [10, 20, 40, 50, 80, 90, 100]), (.newest, 0, []),
    (.newest, -1, []), (.oldest, 3, [10, 20, 40]), (.before(Timetoken(50)), 2, [20, 40]),
    (.before(Timetoken(51)), 2, [40, 50]), (.before(Timetoken(10)), 5, []),
    (.before(Timetoken(UInt64.max)), 1, [100]), (.after(Timetoken(50)), 2, [80, 90]),
    (.after(Timetoken(45)), 2, [50, 80]), (.after(Timetoken(100)), 5, []), (.after(Timetoken(0)), 1, [10]),
  ]

  @Test("A page of a slice has the messages that the channel shows, oldest first", arguments: slicePages)
  func slices(window: EventWindow, limit: Int, tokens: [UInt64]) throws {
    let page = try cache.events.page(.slice(slice, in: Samples.room), window, limit: limit)
    #expect(page.map(\.token.rawValue) == tokens)
    #expect(page.allSatisfy { $0.id.rawValue == "$\($0.token)" })
  }

  static let threadPages: [(EventWindow, Int, [UInt64])] = [
    (.newest, 2, [70, 80]), (.oldest, 2, [56, 60]), (.oldest, 9, [56, 60, 70, 80]),
    (.before(Timetoken(70)), 1, [60]), (.after(Timetoken(60)), 1, [70]), (.after(Timetoken(80)), 1, []),
  ]

  @Test("A page of a thread has its visible replies, of any slice or none", arguments: threadPages)
  func threads(window: EventWindow, limit: Int, tokens: [UInt64]) throws {
    let page = try cache.events.page(.thread("$20", in: Samples.room), window, limit: limit)
    #expect(page.map(\.token.rawValue) == tokens)
  }

  @Test("A slice of another room, or a missing one, has no pages")
  func elsewhere() throws {
    #expect(try cache.events.page(.slice(slice, in: Samples.other), .newest, limit: 9).isEmpty)
    #expect(try cache.events.page(.slice(slice, in: "!unknown"), .newest, limit: 9).isEmpty)
    #expect(try cache.events.page(.slice(SliceID(rawValue: 99), in: Samples.room), .newest, limit: 9).isEmpty)
    #expect(try cache.events.page(.thread("$20", in: "!unknown"), .newest, limit: 9).isEmpty)
  }

  @Test("An event that moves is found only at its new place")
  func moving() throws {
    try cache.events.save(Samples.event("$10", at: 95, slice: slice))
    let page = try cache.events.page(.slice(slice, in: Samples.room), .newest, limit: 100)
    #expect(page.map(\.id) == ["$20", "$40", "$50", "$80", "$90", "$10", "$100"])
  }

  @Test("Events with equal tokens are in order of arrival")
  func ties() throws {
    for id in ["$b", "$c", "$a"] as [MessageID] {
      try cache.events.save(Samples.event(id, at: 200, slice: slice))
    }
    try cache.events.save(Samples.event("$b", at: 200, slice: slice, bytes: [9]))
    let place = EventList.slice(slice, in: Samples.room)
    #expect(try cache.events.page(place, .newest, limit: 3).map(\.id) == ["$b", "$c", "$a"])
    #expect(try cache.events.page(place, .after(Timetoken(100)), limit: 3).map(\.id) == ["$b", "$c", "$a"])
  }

  @Test("Counted messages are others', after a token and visible there, with their mentions")
  func counts() throws {
    let room: ChannelID = "!counted"
    let events = [
      Samples.event("$1", at: 1, in: room), Samples.event("$2", at: 2, in: room, mentionsMe: true),
      Samples.event("$3", at: 3, in: room, isCounted: false, mentionsMe: true),
      Samples.event("$4", at: 4, in: room, isShown: false, mentionsMe: true),
      Samples.event("$5", at: 5, in: room, by: "@ann:s", mentionsMe: true),
      Samples.event("$6", at: 6, in: room, isInChannel: false, under: "$1", mentionsMe: true),
      Samples.event("$7", at: 7, in: room, isInChannel: true, under: "$1"),
      Samples.event("$8", at: 8, in: room, isShown: false, isInChannel: false, under: "$1"),
      Samples.event("$9", at: 9, in: room, isInChannel: false, under: "$1", by: "@ann:s"),
    ]
    for event in events { try cache.events.save(event) }
    func count(_ root: MessageID?, after token: UInt64?, in room: ChannelID = room) throws -> [Int] {
      let count = try cache.events.count(
        in: room, under: root, after: token.map { Timetoken($0) }, notBy: "@ann:s")
      return [count.all, count.mentions]
    }
    #expect(try count(nil, after: nil) == [3, 1])
    #expect(try count(nil, after: 0) == [3, 1])
    #expect(try count(nil, after: 1) == [2, 1])
    #expect(try count(nil, after: 2) == [1, 0])
    #expect(try count(nil, after: 7) == [0, 0])
    #expect(try count("$1", after: nil) == [2, 1])
    #expect(try count("$1", after: 6) == [1, 0])
    #expect(try count("$2", after: nil) == [0, 0])
    #expect(try count(nil, after: nil, in: "!unknown") == [0, 0])
  }
}
