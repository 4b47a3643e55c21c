import ChatDomain
import Testing

@Suite("Preferences for channels")
struct PreferenceContractTests {
  @Test("Favourites and notification levels belong to the person", arguments: ServiceFixtures.allCases)
  func belongsToPerson(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    #expect(try await world.ben.channel(room).preferences == ChannelPreferences())
    let favourite = try await world.ben.update(room, ChannelPreferencesChange(isFavourite: true))
    #expect(favourite.isFavourite && favourite.notifications == .all)
    let both = try await world.ben.update(room, ChannelPreferencesChange(notifications: .nothing))
    #expect(both.isFavourite && both.notifications == .nothing && both.revision > favourite.revision)
    let phone = try await world.device("ben", "phone")
    #expect(try await phone.channel(room).preferences.isSame(as: both))
    let listed = try await phone.channels(ListQuery()).elements.first { $0.id == room }
    #expect(listed?.preferences.isSame(as: both) == true)
    #expect(try await world.ann.channel(room).preferences == ChannelPreferences())
  }

  @Test("From each level to each other", arguments: ServiceFixtures.allCases)
  func levels(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let phone = try await world.device("ben", "phone")
    var tap = try await world.tap(phone)
    for level in [NotificationLevel.mentions, .nothing, .all, .nothing, .mentions, .all] {
      let new = try await world.ben.update(room, ChannelPreferencesChange(notifications: level))
      #expect(new.notifications == level && !new.isFavourite)
      #expect(try await world.events(&tap).map(\.preferredLevel) == [level])
      #expect(try await phone.channel(room).preferences.notifications == level)
    }
  }

  @Test("The person's devices are notified, and no others", arguments: ServiceFixtures.allCases)
  func tellsDevices(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let phone = try await world.device("ben", "phone")
    var tap = try await world.tap(phone)
    var others = try await world.tap(world.ann)
    _ = try await world.ben.update(room, ChannelPreferencesChange(notifications: .nothing))
    #expect(try await world.events(&tap).map(\.preferredLevel) == [.nothing])
    #expect(try await world.events(&others).isEmpty)
  }

  @Test("Setting the current value changes nothing and is not reported", arguments: ServiceFixtures.allCases)
  func repeats(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let first = try await world.ben.update(room, ChannelPreferencesChange(isFavourite: true))
    var tap = try await world.tap(world.ben)
    #expect(try await world.ben.update(room, ChannelPreferencesChange(isFavourite: true)) == first)
    #expect(try await world.ben.update(room, ChannelPreferencesChange()) == first)
    #expect(try await world.events(&tap).isEmpty)
  }

  @Test("Only members have them, and they survive leaving", arguments: ServiceFixtures.allCases)
  func members(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel(type: .public)
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.update(room, ChannelPreferencesChange(notifications: .nothing))
    }
    let muted = try await world.ben.update(room, ChannelPreferencesChange(notifications: .nothing))
    try await world.ben.leave(room)
    #expect(try await world.ben.join(room).preferences.isSame(as: muted))
  }
}

extension ChannelPreferences {
  /// Compares without the revision, which each device counts separately.
  fileprivate func isSame(as other: ChannelPreferences) -> Bool {
    isFavourite == other.isFavourite && notifications == other.notifications
  }
}

extension ChatEvent {
  fileprivate var preferredLevel: NotificationLevel? {
    if case .channelPreferencesChanged(_, let preferences) = self { preferences.notifications } else { nil }
  }
}
