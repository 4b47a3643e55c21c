import ChatDomain
import Testing

@Suite("Lists of channels, members and people")
struct ChannelListContractTests {
  @Test("Channels with the latest activity come first", arguments: ServiceFixtures.allCases)
  func order(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    for id in ["a", "b", "c"] as [ChannelID] {
      try await world.channel(id)
      try await world.ann.say("hello", in: id)
    }
    let last = try await world.ben.say("again", in: "a")
    let listed = try await world.ann.channels(ListQuery()).elements.filter { $0.id != "lobby" }
    #expect(listed.map(\.id) == ["a", "c", "b"])
    #expect(listed.first?.lastMessage?.id == last.id)
    #expect(listed.first?.reading.unreadCount == 1)
    #expect(try await world.cay.channels(ListQuery()).elements.map(\.id) == ["lobby"])
  }

  @Test("Pages contain every channel once, even if it moves meanwhile", arguments: ServiceFixtures.allCases)
  func pages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    for number in 0..<23 { try await world.channel(ChannelID("c\(number)")) }
    let found = try await allPages(of: 5) { cursor in
      let page = try await world.ben.channels(ListQuery(limit: 5, cursor: cursor))
      // An already listed channel moves to the front, behind the reader's position.
      if let first = page.elements.first { try await world.ann.say("up", in: first.id) }
      return page
    }.map(\.id)
    #expect(found.count == Set(found).count)
    #expect(found.count == 24)
  }

  @Test("Members come in pages, each once", arguments: ServiceFixtures.allCases)
  func members(fixtures: ServiceFixtures) async throws {
    let people = Cast.people + (0..<12).map { User(id: UserID("p\($0)"), name: "Person \($0)") }
    let world = try await fixtures.world(ServiceSetup(people: people))
    let room = try await world.channel(with: people.map(\.id).filter { $0 != "ann" })
    let found = try await allPages(of: 5) {
      try await world.ben.members(of: room, ListQuery(limit: 5, cursor: $0))
    }.map(\.user.id)
    #expect(found.sorted() == people.map(\.id).sorted())
  }

  @Test(
    "Channels are found by name and id, except invisible ones", arguments: ServiceFixtures.allCases)
  func findChannels(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .foldsEverywhere))
    _ = try await world.ann.createChannel(NewChannel(id: "x1", name: "Café talk", type: .public))
    _ = try await world.ann.createChannel(NewChannel(id: "x2", name: "Secret café", type: .group))
    _ = try await world.ann.createChannel(NewChannel(id: "cafe-3", name: "Other", type: .public))
    #expect(
      try await Set(world.ann.channels(matching: "CAFE", limit: 10).map(\.id)) == ["x1", "x2", "cafe-3"])
    #expect(try await Set(world.cay.channels(matching: "cafe", limit: 10).map(\.id)) == ["x1", "cafe-3"])
    #expect(try await world.ann.channels(matching: "café", limit: 1).count == 1)
    #expect(try await world.ann.channels(matching: "nothing like it", limit: 10).isEmpty)
  }

  @Test("People are found by name and id, ignoring case and accents", arguments: ServiceFixtures.allCases)
  func findPeople(fixtures: ServiceFixtures) async throws {
    let people = [
      User(id: "u1", name: "Joanna"), User(id: "u2", name: "Mary Ann"), User(id: "u3", name: "Ánnika"),
      User(id: "annex"), User(id: "u5", name: "Someone"),
    ]
    let world = try await fixtures.world(ServiceSetup(people: Cast.people + people))
    let found = try await world.ben.users(matching: "ann", in: .everywhere, limit: 20).map(\.id)
    #expect(Set(found) == ["ann", "u3", "annex", "u2", "u1"])
    // Matches at the start of a name come first, then at the start of a word, then inside.
    #expect(Set(found.prefix(3)) == ["ann", "u3", "annex"])
    #expect(Array(found.suffix(2)) == ["u2", "u1"])
    #expect(try await world.ben.users(matching: "ann", in: .everywhere, limit: 2).count == 2)
    #expect(try await world.ben.users(matching: "ANGSTROM", in: .everywhere, limit: 2).map(\.id) == ["ben"])
  }

  @Test("People are found among a channel's members", arguments: ServiceFixtures.allCases)
  func findMembers(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    #expect(try await world.ann.users(matching: "ben", in: .members(of: room), limit: 9).map(\.id) == ["ben"])
    #expect(try await world.ann.users(matching: "cay", in: .members(of: room), limit: 9).isEmpty)
    let all = try await world.ann.users(matching: "", in: .members(of: room), limit: 9)
    #expect(Set(all.map(\.id)) == ["ann", "ben"])
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.users(matching: "a", in: .members(of: room), limit: 9)
    }
  }

  @Test("A person is found by id or not at all", arguments: ServiceFixtures.allCases)
  func person(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    #expect(try await world.ben.user("ann") == Cast.ann)
    #expect(try await world.ben.user("dan").displayName == "dan")
    #expect(await failure { try await world.ben.user("nobody") }.isNotFound)
    #expect(world.ann.currentUser == Cast.ann && world.ann.deviceId == "laptop")
  }

  @Test("A person who receives events is present", arguments: ServiceFixtures.allCases)
  func presence(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .tellsPresence))
    let tap = try await world.ben.events(after: nil)
    let presence = try await world.ann.presence(of: ["ben", "cay"])
    #expect(presence["ben"] == .online)
    #expect(presence["cay"] == .offline(since: nil))
    withExtendedLifetime(tap) {}
  }
  @Test(
    "Presence is reported to people who share a channel", arguments: ServiceFixtures.allCases)
  func comingAndGoing(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .tellsPresence))
    try await world.channel()
    var heard: [Presence] = []
    let events = try await world.ann.events(after: nil)
    do {
      let tap = try await world.ben.events(after: nil)
      withExtendedLifetime(tap) {}
    }
    for try await envelope in events {
      if case .presenceChanged("ben", let presence) = envelope.event { heard.append(presence) }
      if heard.count == 2 { break }
    }
    #expect(heard.first == .online && heard.last != .online)
  }
}
