import ChatDomain
import DraftEngine
import Testing

@Suite("Failures, and whether to retry")
struct FailureContractTests {
  @Test(
    "Offline everything fails as retryable and has no effect",
    arguments: ServiceFixtures.allCases)
  func offline(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(
      ServiceSetup(
        needs: .breaksConnections, uses: .searchesMessages, .takesReactions, .pinsMessages, .keepsDrafts))
    let room = try await world.channel()
    let message = try await world.ann.say("before", in: room)
    let ann = world.ann
    let key = DraftKey(channelId: room)
    let requests: [@Sendable () async throws -> Void] = [
      { try await ann.say("no", in: room) }, { try await ann.rewrite(message, "no") },
      { try await ann.delete(message.id, in: room, hard: true) },
      { _ = try await ann.pin(message.id, in: room, Pinning()) },
      { _ = try await ann.react("👍", true, to: message) },
      { _ = try await ann.messages(MessageQuery(channelId: room)) },
      { _ = try await ann.channels(ListQuery()) },
      { _ = try await ann.saveDraft(DraftContent(elements: [.plainText(text: "no")]), for: key, over: 0) },
      { _ = try await ann.drafts(DraftListQuery()) }, { try await ann.setTyping(true, in: key) },
      { _ = try await ann.user("ben") }, { _ = try await ann.search(SearchQuery(text: "before")) },
      { _ = try await ann.keep([1]) }, { _ = try await ann.events(after: nil) },
      { _ = try await ann.createChannel(NewChannel(id: "no", type: .group)) }, { try await ann.leave(room) },
    ]
    try await world.disturb(ann, .offline)
    for request in requests {
      let error = await failure(of: request)
      #expect(error.isConnection && error?.isWorthRetrying == true)
    }
    try await world.disturb(ann, .none)
    #expect(try await world.ben.texts(in: room) == ["before"])
    #expect(try await world.ben.message(message.id, in: room).reactions.isEmpty)
    #expect(try await world.ben.channel(room).memberCount == 2)
    #expect(try await ann.draft(for: key) == nil)
    #expect(await failure { try await ann.channel("no") }.isNotFound)
  }

  @Test("One offline device does not affect another", arguments: ServiceFixtures.allCases)
  func otherDevices(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .breaksConnections))
    let room = try await world.channel()
    let phone = try await world.device("ann", "phone")
    try await world.disturb(world.ann, .offline)
    try await phone.say("from the phone", in: room)
    #expect(try await world.ben.texts(in: room) == ["from the phone"])
  }

  @Test("A refused request is refused again", arguments: ServiceFixtures.allCases)
  func refusals(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    for _ in 0..<2 {
      let error = await failure { try await world.cay.say("no", in: room, transaction: "t") }
      #expect(error == .refused(.notAMember) && error?.isWorthRetrying == false)
    }
  }

  @Test(
    "A cancelled request is either cancelled or done, and says which", arguments: ServiceFixtures.allCases)
  func cancelled(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      do {
        try await world.ann.say("perhaps", in: room)
        return nil as ChatError?
      } catch let error as ChatError { return error }
    }
    let error = try await task.value
    #expect(error == nil || error == .cancelled)
    #expect(try await world.ben.texts(in: room) == (error == nil ? ["perhaps"] : []))
  }

  @Test("Every refusal has a message", arguments: ServiceFixtures.allCases)
  func sentences(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world()
    let room = try await world.channel()
    let error = await failure { try await world.cay.say("no", in: room) }
    #expect(error?.description == "you are not in this channel")
  }
}
