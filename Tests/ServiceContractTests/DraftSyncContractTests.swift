import ChatDomain
import DraftEngine
import Testing

@Suite("Draft synchronisation")
struct DraftSyncContractTests {
  private func words(_ text: String) -> DraftContent { DraftContent(elements: [.plainText(text: text)]) }

  @Test("A draft round-trips byte by byte", arguments: ServiceFixtures.allCases)
  func everyField(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsDrafts))
    let room = try await world.channel()
    let quoted = try await world.ben.say("quoted", in: room)
    let file = try await world.ann.keep([1])
    let text = "  e\u{301}é \u{0} [x](y) \r\n "
    let content = DraftContent(
      elements: [.plainText(text: text), .link(text: "Ben", target: .user(userId: "ben"))], files: [file],
      quoted: QuotedMessage(quoted), isShownInChannel: true)
    let key = DraftKey(channelId: room, parentId: quoted.id)
    let saved = try await world.ann.saveDraft(content, for: key, over: 0)
    #expect(saved.content == content && saved.key == key && saved.savedBy == "laptop")
    let phone = try await world.device("ann", "phone")
    let found = try #require(try await phone.draft(for: key))
    #expect(found == saved)
    #expect(found.content.elements.first.map { Array($0.text.utf8) } == Array(text.utf8))
    #expect(try await phone.draft(for: DraftKey(channelId: room)) == nil)
    #expect(try await world.ben.draft(for: key) == nil)
  }

  @Test("Revisions rise with each save, also after a deletion", arguments: ServiceFixtures.allCases)
  func revisions(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsDrafts))
    let key = DraftKey(channelId: try await world.channel())
    let first = try await world.ann.saveDraft(words("one"), for: key, over: 0)
    let second = try await world.ann.saveDraft(words("two"), for: key, over: first.revision)
    #expect(second.revision > first.revision)
    let same = try await world.ann.saveDraft(words("two"), for: key, over: second.revision)
    #expect(same == second)
    try await world.ann.deleteDraft(for: key, over: second.revision)
    #expect(try await world.ann.draft(for: key) == nil)
    let conflict = await failure {
      try await world.ann.saveDraft(words("three"), for: key, over: second.revision)
    }
    guard case .draftConflict(current: nil, let revision) = conflict else {
      Issue.record("\(String(describing: conflict))")
      return
    }
    #expect(revision > second.revision)
    #expect(try await world.ann.saveDraft(words("three"), for: key, over: revision).revision > revision)
  }

  @Test(
    "A draft keeps the dates and name of the device that saved it", arguments: ServiceFixtures.allCases)
  func dates(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsDrafts))
    let key = DraftKey(channelId: try await world.channel())
    let phone = try await world.device("ann", "phone")
    var tap = try await world.tap(phone)
    let first = try await world.ann.saveDraft(words("one"), for: key, over: 0, begun: 5, edited: 7)
    #expect(first.createdAt == Timestamp(seconds: 5) && first.updatedAt == Timestamp(seconds: 7))
    #expect(try await phone.draft(for: key) == first)
    // An identical save at another time changes neither the dates nor the device.
    #expect(
      try await phone.saveDraft(words("one"), for: key, over: first.revision, begun: 1, edited: 9) == first)
    let second = try await phone.saveDraft(words("two"), for: key, over: first.revision, begun: 3, edited: 8)
    #expect(second.createdAt == Timestamp(seconds: 3) && second.updatedAt == Timestamp(seconds: 8))
    #expect(second.savedBy == "phone" && first.savedBy == "laptop")
    #expect(try await world.ann.drafts(DraftListQuery()).elements == [second])
    #expect(try await world.events(&tap).savedDrafts == [first, second])
  }

  @Test("A save over an old revision returns the newer one", arguments: ServiceFixtures.allCases)
  func conflict(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsDrafts))
    let key = DraftKey(channelId: try await world.channel())
    let phone = try await world.device("ann", "phone")
    let first = try await world.ann.saveDraft(words("laptop"), for: key, over: 0)
    let expected = ChatError.draftConflict(current: first, revision: first.revision)
    await #expect(throws: expected) { try await phone.saveDraft(words("phone"), for: key, over: 0) }
    #expect(!expected.isWorthRetrying)
    let second = try await phone.saveDraft(words("phone"), for: key, over: first.revision)
    #expect(second.savedBy == "phone")
    await #expect(throws: ChatError.draftConflict(current: second, revision: second.revision)) {
      try await world.ann.deleteDraft(for: key, over: first.revision)
    }
    #expect(try await world.ann.draft(for: key) == second)
  }

  @Test("Of concurrent saves over one revision one wins", arguments: ServiceFixtures.allCases)
  func race(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsDrafts))
    let key = DraftKey(channelId: try await world.channel())
    let wins = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<6 {
        group.addTask {
          do {
            let device = try await world.device("ann", DeviceID("d\(number)"))
            return try await self.wins(device, self.words("\(number)"), for: key)
          } catch { return false }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(wins == 1)
  }

  /// Whether a save of a new draft wins. If the service is busy it is repeated, as clients do.
  private func wins(
    _ device: any ChatService, _ content: DraftContent, for key: DraftKey
  ) async throws(ChatError) -> Bool {
    for _ in 0..<10 {
      do throws(ChatError) {
        _ = try await device.saveDraft(content, for: key, over: 0)
        return true
      } catch {
        guard error.isWorthRetrying else { return false }
      }
    }
    return false
  }

  @Test("A save with a lost answer can be repeated", arguments: ServiceFixtures.allCases)
  func lostAnswer(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .losesAnswers, uses: .keepsDrafts))
    let key = DraftKey(channelId: try await world.channel())
    try await world.disturb(world.ann, .lostAnswers)
    #expect(await failure { try await world.ann.saveDraft(words("text"), for: key, over: 0) }.isConnection)
    try await world.disturb(world.ann, .none)
    let saved = try await world.ann.saveDraft(words("text"), for: key, over: 0)
    #expect(saved.content == words("text"))
    try await world.disturb(world.ann, .lostAnswers)
    #expect(await failure { try await world.ann.deleteDraft(for: key, over: saved.revision) }.isConnection)
    try await world.disturb(world.ann, .none)
    try await world.ann.deleteDraft(for: key, over: saved.revision)
    #expect(try await world.ann.draft(for: key) == nil)
  }

  @Test("The person's devices are notified of changes, and no others", arguments: ServiceFixtures.allCases)
  func events(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsDrafts))
    let key = DraftKey(channelId: try await world.channel(), parentId: nil)
    let phone = try await world.device("ann", "phone")
    var (mine, theirs) = (try await world.tap(phone), try await world.tap(world.ben))
    let first = try await world.ann.saveDraft(words("one"), for: key, over: 0)
    _ = try await world.ann.saveDraft(words("one"), for: key, over: first.revision)
    let second = try await world.ann.saveDraft(words("two"), for: key, over: first.revision)
    // A network reports the state of a draft: of several saves in a row only the last is certain to be reported.
    let saved = try await world.events(&mine).savedDrafts
    #expect(saved.isPart(of: [first, second]) && saved.last == second)
    try await world.ann.deleteDraft(for: key, over: second.revision)
    try await world.ann.deleteDraft(for: key, over: second.revision)
    let events = try await world.events(&mine)
    #expect(events.savedDrafts.isEmpty)
    #expect(events.deletedDrafts.map(\.key) == [key])
    #expect(try #require(events.deletedDrafts.first).revision > second.revision)
    #expect(events.deletedDrafts.first?.deletedBy == "laptop")
    let seen = try await world.events(&theirs)
    #expect(seen.savedDrafts.isEmpty && seen.deletedDrafts.isEmpty)
  }

  @Test(
    "Drafts are not messages: they do not count and reorder no channel", arguments: ServiceFixtures.allCases
  )
  func noMessages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .searchesMessages, .keepsDrafts))
    try await world.channel("a")
    try await world.channel("b")
    let before = try await world.ann.channels(ListQuery()).elements
    _ = try await world.ann.saveDraft(words("draft"), for: DraftKey(channelId: "a"), over: 0)
    #expect(try await world.ann.channels(ListQuery()).elements == before)
    #expect(try await world.ann.texts(in: "a").isEmpty)
    #expect(try await world.ann.search(SearchQuery(text: "draft")).elements.isEmpty)
  }

  @Test("An empty draft and one in a foreign channel are refused", arguments: ServiceFixtures.allCases)
  func refused(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .keepsDrafts))
    let key = DraftKey(channelId: try await world.channel())
    await #expect(throws: ChatError.refused(.emptyMessage)) {
      try await world.ann.saveDraft(words("  "), for: key, over: 0)
    }
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.saveDraft(words("x"), for: key, over: 0)
    }
    try await world.ann.deleteDraft(for: key, over: 0)
  }
}
