import ChatDomain
import Testing

@Suite("Roles and permissions")
struct RoleContractTests {
  private func roles(_ device: any ChatService, in room: ChannelID) async throws -> [UserID: MemberRole] {
    let members = try await device.members(of: room, ListQuery()).elements
    return Dictionary(uniqueKeysWithValues: members.map { ($0.user.id, $0.role) })
  }

  @Test("The creator owns a channel, and others are members", arguments: ServiceFixtures.allCases)
  func making(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(with: ["ben", "cay"])
    for device in [world.ann, world.ben] {
      #expect(try await roles(device, in: room) == ["ann": .owner, "ben": .member, "cay": .member])
    }
  }

  @Test(
    "By default members may do what the contract allows",
    arguments: ServiceFixtures.allCases)
  func free(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    _ = try await world.ben.channel(room)
    for act in ChannelAct.allCases where ![.mentionEverybody, .deleteOthers].contains(act) {
      #expect(world.ben.refusal(of: act, in: room) == nil, "\(act)")
    }
    for act in ChannelAct.allCases { #expect(world.ann.refusal(of: act, in: room) == nil, "\(act)") }
    #expect(world.ben.refusal(of: .deleteOthers, in: room) == .needsRole(.moderator))
    #expect(world.ben.refusal(of: .rename, in: "nowhere") == nil)
    _ = try await world.ben.update(room, ChannelChange(name: "Ben's"))
  }

  @Test("A role change is reported and visible to everyone", arguments: ServiceFixtures.allCases)
  func raising(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .setsRoles))
    let room = try await world.channel(with: ["ben", "cay"])
    var tap = try await world.tap(world.cay)
    try await world.fixture.setRoles(["ben": .moderator], needing: [:], in: room)
    #expect(
      try await world.events(&tap).contains { if case .rolesChanged(room) = $0 { true } else { false } })
    #expect(try await roles(world.cay, in: room) == ["ann": .owner, "ben": .moderator, "cay": .member])
    try await world.fixture.setRoles(["ben": .administrator], needing: [:], in: room)
    #expect(try await roles(world.cay, in: room)["ben"] == .administrator)
  }

  @Test(
    "Actions reserved for a role are refused to others without a request", arguments: ServiceFixtures.allCases
  )
  func refusing(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .setsRoles, uses: .pinsMessages))
    let room = try await world.channel(with: ["ben", "cay"])
    let said = try await world.cay.say("words", in: room)
    let wanted: [ChannelAct: MemberRole] = [
      .rename: .moderator, .setTopic: .administrator, .invite: .moderator, .pin: .moderator,
    ]
    try await world.fixture.setRoles(["ben": .moderator], needing: wanted, in: room)
    for device in [world.ann, world.ben, world.cay] { _ = try await device.channel(room) }
    for (act, role) in wanted {
      #expect(world.cay.refusal(of: act, in: room) == .needsRole(role), "\(act)")
      #expect(world.ann.refusal(of: act, in: room) == nil, "\(act)")
    }
    #expect(world.ben.refusal(of: .rename, in: room) == nil)
    #expect(world.ben.refusal(of: .setTopic, in: room) == .needsRole(.administrator))
    let moderators = ChatError.refused(.needsRole(.moderator))
    await #expect(throws: moderators) { try await world.cay.update(room, ChannelChange(name: "Cay's")) }
    await #expect(throws: moderators) { try await world.cay.add(["dan"], to: room) }
    await #expect(throws: moderators) { try await world.cay.pin(said.id, in: room, Pinning()) }
    await #expect(throws: moderators) { try await world.cay.unpin(said.id, in: room) }
    await #expect(throws: ChatError.refused(.needsRole(.administrator))) {
      try await world.ben.update(room, ChannelChange(topic: "Ben's"))
    }
    #expect(try await world.ben.update(room, ChannelChange(name: "Ours")).name == "Ours")
    #expect(try await world.ben.pin(said.id, in: room, Pinning()).pin?.by == "ben")
  }

  @Test("A moderator deletes others' messages, visibly to all", arguments: ServiceFixtures.allCases)
  func deleting(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .setsRoles))
    let room = try await world.channel(with: ["ben", "cay"])
    let (hers, owners) = (
      try await world.cay.say("hers", in: room), try await world.ann.say("mine", in: room)
    )
    try await world.fixture.setRoles(["ben": .moderator], needing: [:], in: room)
    for device in [world.ben, world.cay] { _ = try await device.channel(room) }
    #expect(world.ben.refusal(of: .deleteOthers, in: room) == nil)
    let moderators = ChatError.refused(.needsRole(.moderator))
    await #expect(throws: moderators) { try await world.cay.delete(owners.id, in: room, hard: false) }
    var tap = try await world.tap(world.cay)
    try await world.ben.delete(hers.id, in: room, hard: false)
    #expect(try await world.events(&tap).deleted.map(\.messageId) == [hers.id])
    #expect(try await world.cay.message(hers.id, in: room).isDeleted)
    try await world.fixture.setRoles(["ben": .moderator], needing: [.deleteOthers: .administrator], in: room)
    _ = try await world.ben.channel(room)
    await #expect(throws: ChatError.refused(.needsRole(.administrator))) {
      try await world.ben.delete(owners.id, in: room, hard: false)
    }
    #expect(try await world.cay.texts(in: room).contains("mine"))
  }
}
