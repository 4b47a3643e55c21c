import ChatDomain
import Testing

@testable import MatrixService

@Suite("Threads")
struct ThreadTests {
  let cache: MatrixCache

  init() throws { cache = try Samples.cache() }

  @discardableResult
  func thread(
    _ root: MessageID, _ latest: UInt64?, in room: ChannelID = Samples.room, isParticipating: Bool = true,
    isComplete: Bool = true, before: String? = nil, serverCount: CachedThread.ServerCount? = nil
  ) throws -> CachedThread {
    let thread = CachedThread(
      room: room, root: root, latest: latest.map { Timetoken($0) }, changed: Timetoken((latest ?? 0) / 2 + 7),
      isParticipating: isParticipating, isComplete: isComplete, before: before, serverCount: serverCount)
    try cache.threads.save(thread)
    return thread
  }

  @Test("A thread is kept until replaced")
  func kept() throws {
    #expect(try cache.threads.thread("$1", in: Samples.room) == nil)
    try thread(
      "$1", 4, isParticipating: false, isComplete: false, before: "é\0",
      serverCount: .init(count: 0, latest: Timetoken(0)))
    let told = try thread(
      "$2", .max, isComplete: false, serverCount: .init(count: 9, latest: Timetoken(UInt64.max)))
    let bare = try thread("$1", nil)
    #expect(try cache.threads.thread("$1", in: Samples.room) == bare)
    #expect(try cache.threads.thread("$2", in: Samples.room) == told)
    #expect(try cache.threads.thread("$1", in: Samples.other) == nil)
  }

  @Test("The user's threads are listed by last reply across rooms, continuing after any of them")
  func listed() throws {
    let expected = [
      try thread("$e", .max), try thread("$c", 7), try thread("$b", 7, in: Samples.other),
      try thread("$a", 3),
    ]
    try thread("$others", 9, isParticipating: false)
    try thread("$without", nil)
    #expect(try cache.threads.list(before: nil, limit: 10) == expected)
    #expect(try cache.threads.list(before: nil, limit: 0).isEmpty)
    var (found, place): ([CachedThread], (Timetoken, MessageID)?) = ([], nil)
    while found.count < 9, let next = try cache.threads.list(before: place, limit: 1).first {
      found.append(next)
      place = (try #require(next.latest), next.root)
    }
    #expect(found == expected)
    #expect(
      try cache.threads.of(Samples.room).map(\.root) == ["$e", "$others", "$c", "$a", "$without"])
    #expect(try cache.threads.of("!unknown").isEmpty)
  }

  @Test("Participants are ordered by replies, then by first reply; invisible and uncounted ones are omitted")
  func repliers() throws {
    func reply(
      _ token: UInt64, by sender: UserID, isShown: Bool = true, isCounted: Bool = true,
      isInChannel: Bool = false, in room: ChannelID = Samples.room
    ) throws {
      try cache.events.save(
        Samples.event(
          MessageID("$\(token)"), at: token, in: room, isShown: isShown, isCounted: isCounted,
          isInChannel: isInChannel, under: "$root", by: sender))
    }
    try reply(9, by: "@cem:s")
    try reply(2, by: "@ben:s", isInChannel: true)
    try reply(7, by: "@ben:s")
    try reply(3, by: "@ann:s")
    try reply(4, by: "@ann:s")
    try reply(1, by: "@cem:s", isShown: false)
    try reply(5, by: "@cem:s", isCounted: false)
    try reply(6, by: "@dan:s", isCounted: false)
    try reply(8, by: "@cem:s", in: Samples.other)
    #expect(
      try cache.threads.repliers(of: "$root", in: Samples.room) == [
        CachedReplier(user: "@ben:s", count: 2, latest: Timetoken(7)),
        CachedReplier(user: "@ann:s", count: 2, latest: Timetoken(4)),
        CachedReplier(user: "@cem:s", count: 1, latest: Timetoken(9)),
      ])
    #expect(try cache.threads.repliers(of: "$root", in: "!unknown").isEmpty)
  }
}
