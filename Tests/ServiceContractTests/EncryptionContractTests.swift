import ChatDomain
import DraftEngine
import Testing

@Suite("A service shows what is encrypted as that, and sends nothing there in the clear")
struct EncryptionContractTests {
  @Test("Nothing that has words leaves the device", arguments: ServiceFixtures.allCases)
  func refused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .encrypts, uses: .takesReactions, .keepsDrafts))
    let (room, other) = (try await world.channel(), try await world.channel("other"))
    let before = try await world.ann.say("before", in: room)
    #expect(world.ann.sendingRefusal(in: room) == nil)
    var tap = try await world.tap(world.ann)
    try await world.fixture.encrypt(room)
    #expect(
      try await world.events(&tap).contains {
        if case .channelUpdated(let channel) = $0 { channel.id == room } else { false }
      })
    #expect(world.ann.sendingRefusal(in: room) == .encryptedChannel)
    #expect(world.ann.sendingRefusal(in: other) == nil)
    let refusal = ChatError.refused(.encryptedChannel)
    #expect(!refusal.canSucceedLater)
    await #expect(throws: refusal) { try await world.ann.say("secret", in: room) }
    await #expect(throws: refusal) { try await world.ann.say("secret", in: room, under: before.id) }
    await #expect(throws: refusal) { try await world.ann.rewrite(before, "secret") }
    await #expect(throws: refusal) { try await world.ann.react("tada", true, to: before) }
    let draft = DraftContent(elements: [.plainText(text: "secret")])
    await #expect(throws: refusal) {
      try await world.ann.saveDraft(draft, for: DraftKey(channelId: room), over: 0)
    }
    #expect(try await world.ben.texts(in: room) == ["before"])
    #expect(try await world.device("ann", "phone").draft(for: DraftKey(channelId: room)) == nil)
    try await world.ann.say("here", in: other)
  }

  @Test("What cannot be read is there, without words, and counts", arguments: ServiceFixtures.allCases)
  func unreadable(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .encrypts, uses: .searchesMessages))
    let room = try await world.channel()
    try await world.fixture.encrypt(room)
    var tap = try await world.tap(world.ben)
    try await world.fixture.sayUnreadably(by: "ann", in: room)
    let told = try #require(try await world.events(&tap).created.first)
    #expect(told.isUnreadable && told.elements.isEmpty && told.files.isEmpty && told.author == Cast.ann)
    let summary = try await world.ben.channel(room)
    #expect(summary.lastMessage?.id == told.id && summary.lastMessage?.isUnreadable == true)
    #expect(summary.reading.unreadCount == 1)
    #expect(try await world.ben.message(told.id, in: room).isUnreadable)
    #expect(try await world.ben.search(SearchQuery(text: "a")).elements.isEmpty)
    try await world.ann.delete(told.id, in: room, hard: false)
    let deleted = try await world.ben.message(told.id, in: room)
    #expect(deleted.isDeleted && !deleted.isUnreadable)
  }
}
