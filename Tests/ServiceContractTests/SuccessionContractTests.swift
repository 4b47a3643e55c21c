import ChatDomain
import DraftEngine
import Testing

@Suite("Channel upgrades")
struct SuccessionContractTests {
  @Test(
    "Members are notified, and the old channel accepts no more messages", arguments: ServiceFixtures.allCases)
  func replacing(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .replacesChannels, uses: .keepsDrafts))
    let old = try await world.channel()
    let new = try await world.channel("new room")
    let said = try await world.ben.say("words", in: old)
    var tap = try await world.tap(world.ben)
    #expect(world.ben.sendingRefusal(in: old) == nil)
    try await world.fixture.replace(old, by: new)
    #expect(try await world.events(&tap).compactMap(\.successor) == [new])
    #expect(try await world.ben.channel(old).channel.successor == new)
    #expect(try await world.ben.channel(new).channel.successor == nil)
    #expect(world.ben.sendingRefusal(in: new) == nil)
    // The reason is not compared: it has the successor's id on the service.
    #expect(await isRefused { _ = try await world.ben.say("more", in: old) })
    #expect(await isRefused { _ = try await world.ben.rewrite(said, "other words") })
    #expect(
      await isRefused {
        _ = try await world.ben.saveDraft(
          DraftContent(elements: [.plainText(text: "draft")]), for: DraftKey(channelId: old), over: 0)
      })
    try await world.ann.say("here", in: new)
    #expect(try await world.ben.texts(in: old).contains("words"))
  }
}

private func isRefused(_ body: () async throws -> Void) async -> Bool {
  do {
    try await body()
    return false
  } catch {
    if case .refused(.channelReplaced)? = error as? ChatError { return true }
    return false
  }
}

extension ChatEvent {
  fileprivate var successor: ChannelID? {
    if case .channelUpdated(let channel) = self { channel.successor } else { nil }
  }
}
