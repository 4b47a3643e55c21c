import ChatDomain
import DraftEngine
import Testing

@Suite("Encrypted channels are marked, and no plain text is sent there")
struct EncryptionContractTests {
  @Test("No text leaves the device", arguments: ServiceFixtures.allCases)
  func refused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(
      ServiceSetup(needs: .encrypts, uses: .takesReactions, .keepsDrafts, lacks: .encrypts))
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
    #expect(try await world.ann.channel(room).channel.isEncrypted)
    #expect(try await !world.ann.channel(other).channel.isEncrypted)
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

  @Test("Unreadable messages exist without text, and count", arguments: ServiceFixtures.allCases)
  func unreadable(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .encrypts, uses: .searchesMessages))
    let room = try await world.channel()
    try await world.fixture.encrypt(room)
    var tap = try await world.tap(world.ben)
    try await world.fixture.sayUnreadably(by: "ann", in: room)
    let told = try #require(try await world.events(&tap).created.first)
    #expect(
      told.isEncrypted && told.isUnreadable && told.elements.isEmpty && told.files.isEmpty
        && told.author == Cast.ann)
    let summary = try await world.ben.channel(room)
    #expect(summary.lastMessage?.id == told.id && summary.lastMessage?.isUnreadable == true)
    #expect(summary.reading.unreadCount == 1)
    #expect(try await world.ben.message(told.id, in: room).isUnreadable)
    #expect(try await world.ben.search(SearchQuery(text: "a")).elements.isEmpty)
    try await world.ann.delete(told.id, in: room, hard: false)
    let deleted = try await world.ben.message(told.id, in: room)
    #expect(deleted.isDeleted && !deleted.isUnreadable)
  }

  @Test(
    "A message or file that was written for an encrypted channel is refused elsewhere",
    arguments: ServiceFixtures.allCases)
  func writtenAsEncrypted(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(lacks: .encrypts))
    let room = try await world.channel()
    var new = NewMessage(transactionId: "secret", channelId: room, markup: "secret", isShownInChannel: true)
    new.isEncrypted = true
    let refusal = ChatError.refused(.unencryptedChannel)
    #expect(!refusal.canSucceedLater)
    let secret = new
    await #expect(throws: refusal) { try await world.ann.send(secret) }
    let file = FileDescription(
      name: "plans", mimeType: "text/plain", size: 1, channelId: room, isEncrypted: true)
    await #expect(throws: refusal) { try await world.ann.beginUpload(file, transactionId: "file") }
    #expect(try await world.ben.texts(in: room).isEmpty)
    new.isEncrypted = false
    _ = try await world.ann.send(new)
    #expect(try await world.ben.texts(in: room) == ["secret"])
  }

  @Test("Plain messages are distinguished from encrypted ones", arguments: ServiceFixtures.allCases)
  func clear(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .encrypts, lacks: .encrypts))
    let room = try await world.channel()
    let clear = try await world.ann.say("for everybody", in: room)
    try await world.fixture.encrypt(room)
    try await world.fixture.sayUnreadably(by: "ann", in: room)
    let said = try await world.ben.wholeHistory(of: room).said
    #expect(said.first?.id == clear.id && said.map(\.isEncrypted) == [false, true])
  }

  @Test("An invitation says that its channel is encrypted", arguments: ServiceFixtures.allCases)
  func invitation(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .encrypts, lacks: .addsMembers, .encrypts))
    let (plain, secret) = (
      try await world.channel("plain", with: []), try await world.channel("secret", with: [])
    )
    try await world.fixture.encrypt(secret)
    for room in [plain, secret] { try await world.ann.add(["ben"], to: room) }
    let invitations = try await world.ben.invitations(ListQuery()).elements
    #expect(invitations.first { $0.id == secret }?.channel.isEncrypted == true)
    #expect(invitations.first { $0.id == plain }?.channel.isEncrypted == false)
  }

  @Test(
    "If the direct channel is encrypted and the service cannot encrypt, another one is created",
    arguments: ServiceFixtures.allCases)
  func direct(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .encrypts, lacks: .encrypts))
    let first = try await world.ann.directChannel(with: "ben")
    try await world.fixture.encrypt(first.id)
    _ = try await world.ann.channel(first.id)
    #expect(try await world.ann.knownDirectChannel(with: "ben") == nil)
    let second = try await world.ann.directChannel(with: "ben")
    #expect(second.id != first.id && second.partner?.id == "ben" && !second.channel.isEncrypted)
    try await world.ann.say("in the clear", in: second.id)
    #expect(try await world.ann.directChannel(with: "ben").id == second.id)
    #expect(try await world.ann.knownDirectChannel(with: "ben")?.id == second.id)
  }
}
