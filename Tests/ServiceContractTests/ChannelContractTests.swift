import ChatDomain
import Testing

@Suite("Channels of a service")
struct ChannelContractTests {
  @Test("A new channel is as requested, with its creator as a member", arguments: ServiceFixtures.allCases)
  func create(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let made = try await world.ann.createChannel(
      NewChannel(
        id: "plans", name: "Plans", type: .group, topic: "What next", members: ["ben", "ben", "ann"]))
    #expect(made.channel.name == "Plans" && made.channel.type == .group && made.channel.topic == "What next")
    #expect(made.memberCount == 2 && made.partner == nil)
    #expect(made.reading.unreadCount == 0)
    #expect(try await world.ben.channel("plans").channel == made.channel)
    let members = try await world.ben.members(of: "plans", ListQuery()).elements
    #expect(Set(members.map(\.user)) == [Cast.ann, Cast.ben])
    #expect(members.allSatisfy { $0.channelId == "plans" })
  }

  @Test("An invalid channel is refused and leaves nothing behind", arguments: ServiceFixtures.allCases)
  func createRefused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    #expect(await failure { try await world.ann.createChannel(NewChannel(id: "", type: .group)) }.isInvalid)
    let stranger = NewChannel(id: "other", type: .group, members: ["nobody"])
    #expect(await failure { try await world.ann.createChannel(stranger) }.isNotFound)
    #expect(await failure { try await world.ann.channel("other") }.isNotFound)
    let crowd = NewChannel(id: "crowd", type: .direct, members: ["ben", "cay"])
    #expect(await failure { try await world.ann.createChannel(crowd) }.isInvalid)
  }

  @Test("A taken id is refused", arguments: ServiceFixtures.allCases)
  func taken(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .choosesIds))
    #expect(try await world.channel("plans") == "plans")
    #expect(
      await failure { try await world.ben.createChannel(NewChannel(id: "plans", type: .group)) }
        .isAlreadyThere)
  }

  @Test("A requested id is a hint, and the answer has the actual id", arguments: ServiceFixtures.allCases)
  func wish(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .choosesIds))
    let (one, other) = (try await world.channel("plans"), try await world.channel("plans"))
    #expect(one != other)
    for id in [one, other] {
      try await world.ben.say("here", in: id)
      #expect(try await world.ann.channel(id).channel.name == "The plans")
      #expect(try await world.ann.texts(in: id) == ["here"])
    }
    #expect(await failure { try await world.ann.channel("plans") }.isNotFound)
  }

  @Test("Looking up a direct channel does not create one", arguments: ServiceFixtures.allCases)
  func knownDirect(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    #expect(try await world.ann.knownDirectChannel(with: "ben") == nil)
    #expect(try await world.ann.knownDirectChannel(with: "ann") == nil)
    #expect(try await world.ann.channels(ListQuery()).elements.allSatisfy { $0.partner == nil })
    let made = try await world.ann.directChannel(with: "ben")
    let known = try await world.ann.knownDirectChannel(with: "ben")
    #expect(known?.id == made.id && known?.partner == Cast.ben)
    // An invited person has to join first.
    let theirs = try await world.ben.knownDirectChannel(with: "ann")
    #expect(theirs == nil || theirs?.id == made.id)
    #expect(try await world.ann.knownDirectChannel(with: "cay") == nil)
  }

  @Test(
    "No service uses the ids reserved for a new conversation and for no channel",
    arguments: ServiceFixtures.allCases)
  func reserved(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .choosesIds))
    for id in [ChannelID(prospectWith: "ben"), .nowhere] {
      #expect(await failure { try await world.ann.createChannel(NewChannel(id: id, type: .group)) }.isInvalid)
    }
  }

  @Test("Two people share one direct channel, whichever of them asks", arguments: ServiceFixtures.allCases)
  func direct(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let mine = try await world.ann.directChannel(with: "ben")
    #expect(mine.channel.type == .direct && mine.partner == Cast.ben && mine.memberCount == 2)
    let theirs = try await world.ben.directChannel(with: "ann")
    #expect(theirs.id == mine.id && theirs.partner == Cast.ann)
    #expect(try await world.ann.directChannel(with: "ben").id == mine.id)
    #expect(try await world.ann.directChannel(with: "cay").id != mine.id)
    #expect(await failure { try await world.ann.directChannel(with: "nobody") }.isNotFound)
    #expect(await failure { try await world.ann.directChannel(with: "ann") }.isInvalid)
    await #expect(throws: ChatError.refused(.notAMember)) { try await world.cay.channel(mine.id) }
  }

  @Test("Anyone can join a public channel, and no one a group", arguments: ServiceFixtures.allCases)
  func join(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    try await world.channel("open", type: .public)
    try await world.channel("closed", type: .group)
    #expect(try await world.cay.join("open").memberCount == 3)
    #expect(try await world.cay.join("open").memberCount == 3)
    await #expect(throws: ChatError.refused(.notAllowed)) { try await world.cay.join("closed") }
    #expect(await failure { try await world.cay.join("nowhere") }.isNotFound)
    try await world.ben.add(["cay"], to: "closed")
    #expect(try await world.cay.channel("closed").memberCount == 3)
    try await world.cay.say("here", in: "closed")
  }

  @Test("A member who leaves is out, and leaving again is not an error", arguments: ServiceFixtures.allCases)
  func leave(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(with: ["ben", "cay"])
    try await world.ben.leave(room)
    try await world.ben.leave(room)
    #expect(try await world.ann.channel(room).memberCount == 2)
    let outside = ChatError.refused(.notAMember)
    await #expect(throws: outside) { try await world.ben.say("still here", in: room) }
    await #expect(throws: outside) { try await world.ben.messages(MessageQuery(channelId: room)) }
    await #expect(throws: outside) { try await world.ben.update(room, ChannelChange(name: "Mine")) }
    await #expect(throws: outside) { try await world.ben.members(of: room, ListQuery()) }
    await #expect(throws: outside) { try await world.ben.add(["dan"], to: room) }
    #expect(try await world.ben.channels(ListQuery()).elements.map(\.id).contains(room) == false)
  }

  @Test("A change affects only the fields that it names", arguments: ServiceFixtures.allCases)
  func update(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let topic = try await world.ben.update(room, ChannelChange(topic: "Weather"))
    #expect(topic.topic == "Weather" && topic.name == "The room")
    let renamed = try await world.ann.update(room, ChannelChange(name: "Hall"))
    #expect(renamed.topic == "Weather" && renamed.name == "Hall" && renamed.createdAt == topic.createdAt)
    #expect(try await world.ben.channel(room).channel == renamed)
  }

  @Test("Members are notified of joins, leaves and changes", arguments: ServiceFixtures.allCases)
  func events(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    var (ben, cay) = (try await world.tap(world.ben), try await world.tap(world.cay))
    _ = try await world.ann.update(room, ChannelChange(topic: "Weather"))
    try await world.ann.add(["cay"], to: room)
    try await world.cay.leave(room)
    let events = try await world.events(&ben)
    #expect(
      events.contains {
        if case .channelUpdated(let channel) = $0 { channel.topic == "Weather" } else { false }
      })
    #expect(
      events.contains { if case .memberJoined(let member) = $0 { member.user == Cast.cay } else { false } })
    #expect(events.contains(.memberLeft(channelId: room, userId: "cay")))
    let seen = try await world.events(&cay)
    #expect(
      !seen.contains { if case .channelUpdated(let channel) = $0 { channel.id == room } else { false } })
    #expect(
      seen.contains { if case .memberJoined(let member) = $0 { member.user == Cast.cay } else { false } })
  }

  @Test(
    "Changes of a channel are ordered, at any moment", arguments: ServiceFixtures.allCases)
  func changesInOrder(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    var last = try await world.ann.channel(room).channel.updatedAt
    for topic in ["one", "two", "three"] {
      let changed = try await world.ann.update(room, ChannelChange(topic: topic)).updatedAt
      #expect(changed > last)
      last = changed
    }
  }
}
