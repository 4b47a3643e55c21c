import ChatDomain
import InMemoryService
import Testing

@Suite("Reply counts")
struct ThreadInfoContractTests {
  /// The existing replies, in order; the expected thread info is computed from them.
  private struct NaiveThread {
    var replies: [Message] = []

    func agrees(with info: ThreadInfo?) -> Bool {
      guard let info else { return replies.isEmpty }
      var counts: [UserID: Int] = [:]
      for reply in replies { counts[reply.author.id, default: 0] += 1 }
      let listed = info.mostRepliedUsers.map { counts[$0.id] ?? 0 }
      let expected = counts.values.sorted(by: >).prefix(5)
      return info.replyCount == replies.count && info.lastRepliedAt == replies.last?.createdAt
        && listed == Array(expected) && Set(info.mostRepliedUsers.map(\.id)).count == listed.count
    }
  }

  private static let people = Cast.people + (0..<5).map { User(id: UserID("p\($0)")) }

  @Test(
    "They are right for any order of replies and deletions", arguments: ServiceFixtures.allCases,
    ServiceFixtures.seeds(10))
  func model(fixtures: ServiceFixtures, seed: UInt64) async throws {
    let world = try await fixtures.world(ServiceSetup(people: Self.people))
    let room = try await world.channel(with: Self.people.map(\.id).filter { $0 != "ann" })
    let parent = try await world.ann.say("parent", in: room)
    var thread = NaiveThread()
    var generator = SeededGenerator(seed: seed)
    for step in 0..<30 {
      let user = try #require(Self.people.randomElement(using: &generator)?.id)
      if Int.random(in: 0..<3, using: &generator) == 0,
        let victim = thread.replies.randomElement(using: &generator)
      {
        let device = try await world.device(victim.author.id, "laptop")
        try await device.delete(victim.id, in: room, hard: Bool.random(using: &generator))
        thread.replies.removeAll { $0.id == victim.id }
      } else {
        let device = try await world.device(user, "laptop")
        thread.replies.append(
          try await device.say("r\(step)", in: room, under: parent.id, shown: Bool.random(using: &generator)))
      }
      let info = try await world.ann.message(parent.id, in: room).threadInfo
      #expect(thread.agrees(with: info), "seed \(seed), step \(step): \(String(describing: info))")
    }
  }

  @Test(
    "Events in any order and number give the final state", arguments: ServiceFixtures.allCases,
    ServiceFixtures.seeds(10))
  func convergence(fixtures: ServiceFixtures, seed: UInt64) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("parent", in: room)
    var tap = try await world.tap(world.ann)
    for number in 0..<6 {
      let reply = try await world.ben.say("r\(number)", in: room, under: parent.id)
      if number.isMultiple(of: 2) { try await world.ben.delete(reply.id, in: room, hard: number == 2) }
    }
    let events = try await world.events(&tap).threadInfos
    #expect(events.count == 9)
    var generator = SeededGenerator(seed: seed)
    var message = parent
    var changes = 0
    for event in (events + events).shuffled(using: &generator) {
      let before = message
      let changed = message.apply(event)
      #expect(changed == (message != before))
      if changed { changes += 1 }
      let changedAgain = message.apply(event)
      #expect(!changedAgain)
    }
    let last = try await world.ann.message(parent.id, in: room)
    #expect(message.threadInfo == last.threadInfo)
    #expect(message.threadInfo?.replyCount == 3)
    #expect((1...events.count).contains(changes))
  }

  @Test("An event about another message changes nothing", arguments: ServiceFixtures.allCases)
  func otherMessage(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("parent", in: room)
    var other = try await world.ann.say("other", in: room)
    var tap = try await world.tap(world.ann)
    try await world.ben.say("reply", in: room, under: parent.id)
    let event = try #require(try await world.events(&tap).threadInfos.last)
    let changed = other.apply(event)
    #expect(!changed)
    #expect(other.threadInfo == nil)
  }

  @Test("A reply sent twice with one transaction counts once", arguments: ServiceFixtures.allCases)
  func idempotent(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("parent", in: room)
    for _ in 0..<3 { try await world.ben.say("reply", in: room, under: parent.id, transaction: "t") }
    #expect(try await world.ann.message(parent.id, in: room).threadInfo?.replyCount == 1)
  }

  @Test("Editing a reply does not change the counts", arguments: ServiceFixtures.allCases)
  func editing(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let parent = try await world.ann.say("parent", in: room)
    let reply = try await world.ben.say("reply", in: room, under: parent.id)
    let before = try await world.ann.message(parent.id, in: room).threadInfo
    try await world.ben.rewrite(reply, "better")
    #expect(try await world.ann.message(parent.id, in: room).threadInfo == before)
    #expect(try await world.ann.texts(in: room, under: parent.id) == ["better"])
  }
}
