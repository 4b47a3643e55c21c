import ChatDomain
import InMemoryService
import TestSupport
import Testing

@testable import MatrixService

@Suite("Member orders of a room")
struct MemberIndexTests {
  private let clock = ManualClock(now: Timestamp(seconds: 1_700_000_000))
  private static let names = ["Ann", "ann", "Zoë", "zoe", "Ben", nil]

  private static func member(_ random: inout TestSupport.SeededGenerator) -> RoomMember {
    RoomMember(
      standing: random.percent(80) ? .joined : .left, name: names[random.below(names.count)], isDirect: false,
      changedAt: 1_690_000_000_000 + random.below(5), by: "@x:s")
  }

  @Test("After changes it equals a rebuilt one", arguments: 1...12)
  func follows(seed: UInt64) {
    var random = TestSupport.SeededGenerator(seed: seed)
    let room = Room(id: "!r:s")
    func user() -> UserID { UserID("@p\(random.below(60)):s") }
    for _ in 0..<40 { room.members[user()] = Self.member(&random) }
    let index = MemberIndex(room, clock: clock)
    for _ in 0..<30 {
      for _ in 0..<random.below(6) {
        room.members[user()] = random.percent(10) ? nil : Self.member(&random)
      }
      let fresh = MemberIndex(room, clock: clock)
      #expect(index.byArrival() == fresh.byArrival())
      for text in ["", "a", "zo", "p1"] {
        #expect(
          index.byName().best(matching: text, limit: 100) == fresh.byName().best(matching: text, limit: 100))
      }
    }
    // Once per order.
    #expect(index.sortCount == 2)
  }

  @Test("A few changes during a listing need no re-sort, many at once do")
  func sorts() {
    var random = TestSupport.SeededGenerator(seed: 7)
    let room = Room(id: "!r:s")
    for number in 0..<3_000 { room.members[UserID("@p\(number):s")] = Self.member(&random) }
    let index = MemberIndex(room, clock: clock)
    for number in 0..<100 {
      room.members[UserID("@p\(number):s")] = Self.member(&random)
      _ = index.byArrival()
    }
    #expect(index.sortCount == 1)
    for number in 0..<3_000 { room.members[UserID("@q\(number):s")] = Self.member(&random) }
    #expect(index.byArrival() == MemberIndex(room, clock: clock).byArrival())
    #expect(index.sortCount == 2)
  }

  @Test("A page of the ordered list equals that part of the list", arguments: 1...20)
  func pages(seed: UInt64) throws {
    var random = TestSupport.SeededGenerator(seed: seed)
    let list = (0..<random.below(30)).map { _ in
      ListCursor(.members, rank: UInt64(random.below(6)), id: "@\(random.below(9)):s")
    }
    let sorted = list.sorted { $1.comesAfter($0) }
    for _ in 0..<20 {
      let cursor = ListCursor(.members, rank: UInt64(random.below(7)), id: "@\(random.below(9)):s").cursor
      let query = ListQuery(limit: 1 + random.below(8), cursor: random.percent(70) ? cursor : nil)
      let request = try ListRequest(query, of: .members)
      #expect(
        request.page(ofSorted: sorted) == request.page(of: list.map { (position: $0, entry: $0.id) }))
    }
  }

  @Test("Two concurrent searches request all members once")
  func asksOnce() async throws {
    let server = Homeserver(limit: 50)
    server.happen(Said.foundation())
    server.happen(
      (0..<2_500).map { number in
        Said.member("$c\(number)", UserID("@p\(number):example.org"), "join", name: "P\(number)", at: -40)
      })
    let desk = try ServiceDesk(server)
    _ = try await desk.service.currentEventToken()
    let latch = Latch()
    server.hold("/members", at: latch)
    let service = desk.service
    let asking = (0..<2).map { _ in
      Task { try await service.users(matching: "p24", in: .members(of: Said.hill), limit: 500).count }
    }
    await latch.untilHeld()
    latch.open()
    for task in asking { #expect(try await task.value == 111) }
    #expect(server.count("/members") == 1)
    #expect(try await desk.service.members(of: Said.hill, ListQuery(limit: 500)).elements.count == 500)
    await desk.close()
  }
}
