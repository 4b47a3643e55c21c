import ChatDomain
import DraftEngine
import Testing

@Suite("A service refuses requests by the missing ability")
struct AbilityContractTests {
  private func expect(
    _ ability: ServiceAbility, sourceLocation: SourceLocation = #_sourceLocation,
    _ ask: () async throws(ChatError) -> Void
  ) async {
    await #expect(throws: ChatError.refused(.notSupported(ability)), sourceLocation: sourceLocation) {
      try await ask()
    }
  }

  @Test("Without search", arguments: ServiceFixtures.allCases)
  func search(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .searchesMessages))
    let room = try await world.channel()
    _ = try await world.ann.say("words", in: room)
    await expect(.searchesMessages) { () throws(ChatError) in
      _ = try await world.ann.search(SearchQuery(text: "words"))
    }
    #expect(try await world.ann.texts(in: room) == ["words"])
  }

  @Test("Without presence, which no event reports either", arguments: ServiceFixtures.allCases)
  func presence(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .tellsPresence))
    _ = try await world.channel()
    var tap = try await world.tap(world.ann)
    await expect(.tellsPresence) { () throws(ChatError) in _ = try await world.ann.presence(of: ["ben"]) }
    let bens = try await world.ben.events(after: nil)
    let events = try await world.events(&tap)
    withExtendedLifetime(bens) {
      #expect(!events.contains { if case .presenceChanged = $0 { true } else { false } })
    }
  }

  @Test("Without reactions", arguments: ServiceFixtures.allCases)
  func reactions(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .takesReactions))
    let room = try await world.channel()
    let sent = try await world.ann.say("words", in: room)
    for isOn in [true, false] {
      let change = ReactionChange(
        transactionId: TransactionID("r\(isOn)"), channelId: room, messageId: sent.id, name: "👍", isOn: isOn,
        user: "ann")
      await expect(.takesReactions) { () throws(ChatError) in _ = try await world.ann.setReaction(change) }
    }
    #expect(try await world.ben.message(sent.id, in: room).reactions.isEmpty)
  }

  @Test(
    "Without pins, also a message to be pinned on arrival is refused",
    arguments: ServiceFixtures.allCases)
  func pins(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .pinsMessages))
    let room = try await world.channel()
    let sent = try await world.ann.say("words", in: room)
    var pinned = NewMessage.words("pinned", in: room)
    pinned.pinning = Pinning()
    let new = pinned
    await expect(.pinsMessages) { () throws(ChatError) in
      _ = try await world.ann.pin(sent.id, in: room, Pinning())
    }
    await expect(.pinsMessages) { () throws(ChatError) in _ = try await world.ann.unpin(sent.id, in: room) }
    await expect(.pinsMessages) { () throws(ChatError) in
      _ = try await world.ann.pinnedMessages(in: room, ListQuery())
    }
    await expect(.pinsMessages) { () throws(ChatError) in _ = try await world.ann.send(new) }
    #expect(try await world.ben.texts(in: room) == ["words"])
  }

  @Test("Without drafts", arguments: ServiceFixtures.allCases)
  func drafts(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .keepsDrafts))
    let key = DraftKey(channelId: try await world.channel())
    let dates = DraftDates(createdAt: world.fixture.now, updatedAt: world.fixture.now)
    await expect(.keepsDrafts) { () throws(ChatError) in
      _ = try await world.ann.saveDraft(
        DraftContent(elements: [.plainText(text: "words")]), for: key, over: 0, dates: dates)
    }
    await expect(.keepsDrafts) { () throws(ChatError) in try await world.ann.deleteDraft(for: key, over: 0) }
    await expect(.keepsDrafts) { () throws(ChatError) in _ = try await world.ann.draft(for: key) }
    await expect(.keepsDrafts) { () throws(ChatError) in _ = try await world.ann.drafts(DraftListQuery()) }
  }

  @Test("Without an inbox", arguments: ServiceFixtures.allCases)
  func inbox(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .keepsInbox))
    await expect(.keepsInbox) { () throws(ChatError) in _ = try await world.ann.inbox(InboxQuery()) }
    await expect(.keepsInbox) { () throws(ChatError) in _ = try await world.ann.markInboxRead(.items([])) }
  }

  @Test("The first missing ability is named, and only needed ones are")
  func first() {
    let pinning = Pinning(expiresAt: Timestamp(seconds: 1))
    let all = Set(ServiceAbility.allCases)
    #expect(all.refusal(ofNeeding: pinning.needs) == nil)
    #expect(all.subtracting([.expiresPins]).refusal(ofNeeding: Pinning().needs) == nil)
    #expect(all.subtracting([.expiresPins]).refusal(ofNeeding: pinning.needs) == .notSupported(.expiresPins))
    #expect(Set<ServiceAbility>().refusal(ofNeeding: pinning.needs) == .notSupported(.expiresPins))
    #expect(Set<ServiceAbility>().refusal(ofNeeding: []) == nil)
    #expect(DeliveryOptions(timeToLive: 0).needs.isEmpty && DeliveryOptions(timeToLive: -1).needs.isEmpty)
    #expect(DeliveryOptions(timeToLive: 2).needs == [.expiresMessages])
    // A message that is not stored cannot have a time to live.
    #expect(DeliveryOptions(shouldStore: false, timeToLive: 2).needs == [.passesMessages])
  }
}
