import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite(.watched) struct SuggestionTests {
  private func suggestions(
    for text: String, source: UserSuggestionSource = .channel, limit: Int = 10, caret: Int? = nil,
    thread: Bool = false
  ) async throws -> [SuggestedMention] {
    let world = try await DraftWorld()
    let parent: MessageID? = thread ? try await world.message("parent").id : nil
    let draft = try await world.client().messageDraft(
      for: DraftKey(channelId: "general", parentId: parent), channelType: .group,
      userSuggestionSource: source,
      userLimit: limit, channelLimit: limit)
    draft.update(text: text)
    if let caret { draft.caret = caret }
    return try await draft.suggestedMentions.async()
  }

  @Test("Members of the channel: prefix before word prefix before substring, then the shorter name")
  func ranks() async throws {
    let found = try await suggestions(for: "hé @alex")
    #expect(found.map(\.replaceWith) == ["Alex Dunn", "Ben Alexander", "Zalex"])
    #expect(Set(found.map(\.offset)) == [3] && Set(found.map(\.replaceFrom)) == ["@alex"])
    #expect(found.first?.target == .user(userId: "alex_d"))
  }

  @Test("The global source includes strangers, and a thread uses its channel")
  func asksWhereItShould() async throws {
    #expect(
      try await suggestions(for: "@alex", source: .global).map(\.replaceWith) == [
        "Alex Dunn", "Alexis Stranger", "Ben Alexander", "Zalex",
      ])
    #expect(try await suggestions(for: "@alex", thread: true).count == 3)
  }

  @Test("Case and accents are ignored, and ids match too", arguments: ["@ANA", "@ána", "@aná"])
  func folds(text: String) async throws {
    #expect(try await suggestions(for: text).map(\.target) == [.user(userId: "ana")])
  }

  @Test("An id matches like a name")
  func findsIds() async throws {
    #expect(try await suggestions(for: "@u7").map(\.replaceWith) == ["Zalex"])
  }

  @Test("A symbol alone suggests everyone up to the limit, the own user last")
  func limits() async throws {
    let all = try await suggestions(for: "@")
    #expect(all.count == 5)
    #expect(all.last?.target == .user(userId: "me"))
    #expect(try await suggestions(for: "@", limit: 2).count == 2)
  }

  @Test("Channels are suggested with their symbol")
  func findsChannels() async throws {
    let found = try await suggestions(for: "see #off")
    #expect(found.map(\.replaceWith) == ["#offtopic"])
    #expect(found.first?.target == .channel(channelId: "group.offtopic"))
    #expect(found.first?.replaceFrom == "#off")
  }

  @Test("A typed or pasted address is offered as a link, and accepting it creates one")
  func offersLinks() async throws {
    let found = try await suggestions(for: "see www.pubnub.com")
    #expect(found.map(\.replaceWith) == ["www.pubnub.com"] && found.map(\.replaceFrom) == ["www.pubnub.com"])
    #expect(found.map(\.target) == [.url(url: "https://www.pubnub.com")] && found.map(\.offset) == [4])
    let draft = try await DraftWorld().client().draft()
    draft.update(text: "é https://example.org/a?b=c", origin: .paste)
    let offered = try #require(try await draft.suggestedMentions.async().first)
    try draft.insertSuggestedMention(mention: offered, text: offered.replaceWith)
    #expect(
      draft.elements == [
        .plainText(text: "é "),
        .link(text: "https://example.org/a?b=c", target: .url(url: "https://example.org/a?b=c")),
      ])
    #expect(try await draft.suggestedMentions.async().isEmpty, "it is a link already")
    draft.update(text: "see example.org")
    #expect(try await draft.suggestedMentions.async().isEmpty)
  }

  @Test("Only the text before the caret counts")
  func looksAtCaret() async throws {
    #expect(try await suggestions(for: "@alex and more").isEmpty)
    let found = try await suggestions(for: "@alex and more", caret: 3)
    #expect(found.first?.replaceFrom == "@al")
    #expect(try await suggestions(for: "a@alex").isEmpty)
    #expect(try await suggestions(for: ":smile").isEmpty)
  }

  @Test("A user is suggested once; offline, known users are suggested")
  func offersKnown() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    let device = await world.device()
    try await client.start()
    await settle { client.connection == .online }
    _ = try await world.message("hi", by: "ana")
    await settle { client.engine.suggestions.cache.people(in: .members(of: "general")).count == 1 }
    let draft = try client.draft()
    draft.update(text: "@ana")
    #expect(try await draft.suggestedMentions.async().map(\.replaceWith) == ["Ána"])
    await device.setFaults(.offline)
    #expect(try await draft.suggestedMentions.async().map(\.replaceWith) == ["Ána"])
    draft.update(text: "@zal")
    await #expect(throws: ChatError.connection(.offline)) { try await draft.suggestedMentions.async() }
    try await client.stop()
  }

  @Test("Equally good matches have one order, wherever they were found")
  func isStable() {
    let people = ["b2", "b1", "a"].map {
      Suggestion(User(id: UserID($0), name: "Kim"), currentUser: "me")
    }
    let ranking = SuggestionRanking(query: "ki")
    let one = ranking.ranked(found: people, known: [], limit: 9)
    let other = ranking.ranked(found: [], known: people.reversed(), limit: 9)
    #expect(one == other)
    #expect(one.map(\.target) == [.user(userId: "a"), .user(userId: "b1"), .user(userId: "b2")])
  }
}
