import ChatDomain
import Testing

@Suite("A service keeps what a person wants of a channel")
struct PreferenceContractTests {
  @Test("Favourites and muted channels belong to the person", arguments: ServiceFixtures.allCases)
  func belongsToPerson(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    #expect(try await world.ben.channel(room).preferences == ChannelPreferences())
    let favourite = try await world.ben.update(room, ChannelPreferencesChange(isFavourite: true))
    #expect(favourite.isFavourite && !favourite.isMuted)
    let both = try await world.ben.update(room, ChannelPreferencesChange(isMuted: true))
    #expect(both.isFavourite && both.isMuted && both.revision > favourite.revision)
    let phone = try await world.device("ben", "phone")
    #expect(try await phone.channel(room).preferences == both)
    #expect(try await phone.channels(ListQuery()).elements.first { $0.id == room }?.preferences == both)
    #expect(try await world.ann.channel(room).preferences == ChannelPreferences())
  }

  @Test("The person's devices are told, and nobody else", arguments: ServiceFixtures.allCases)
  func tellsDevices(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let phone = try await world.device("ben", "phone")
    var tap = try await world.tap(phone)
    var others = try await world.tap(world.ann)
    let muted = try await world.ben.update(room, ChannelPreferencesChange(isMuted: true))
    #expect(try await world.events(&tap) == [.channelPreferencesChanged(channelId: room, muted)])
    #expect(try await world.events(&others).isEmpty)
  }

  @Test("What is already so changes nothing and is told to nobody", arguments: ServiceFixtures.allCases)
  func repeats(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let first = try await world.ben.update(room, ChannelPreferencesChange(isFavourite: true))
    var tap = try await world.tap(world.ben)
    #expect(try await world.ben.update(room, ChannelPreferencesChange(isFavourite: true)) == first)
    #expect(try await world.ben.update(room, ChannelPreferencesChange()) == first)
    #expect(try await world.events(&tap).isEmpty)
  }

  @Test("Only members have them, and they outlast leaving", arguments: ServiceFixtures.allCases)
  func members(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(type: .public)
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.update(room, ChannelPreferencesChange(isMuted: true))
    }
    let muted = try await world.ben.update(room, ChannelPreferencesChange(isMuted: true))
    try await world.ben.leave(room)
    #expect(try await world.ben.join(room).preferences == muted)
  }
}
