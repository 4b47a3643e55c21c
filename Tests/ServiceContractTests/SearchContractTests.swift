import ChatDomain
import Testing

@Suite("Search")
struct SearchContractTests {
  @Test(
    "All words match in any order, ignoring case and accents, newest first",
    arguments: ServiceFixtures.allCases)
  func words(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .searchesMessages, .foldsEverywhere))
    let (room, other) = (try await world.channel(), try await world.channel("other"))
    try await world.ann.say("The Café is open", in: room)
    try await world.ben.say("open the cafe", in: other)
    try await world.ann.say("the tea house is open", in: room)
    let parent = try await world.ann.say("where?", in: room)
    try await world.ben.say("an open café", in: room, under: parent.id)
    let found = try await world.ann.search(SearchQuery(text: "CAFE  öpen")).elements.map(\.text)
    #expect(found == ["an open café", "open the cafe", "The Café is open"])
    let here = try await world.ann.search(SearchQuery(text: "open cafe", channelId: room)).elements
    #expect(here.map(\.text) == ["an open café", "The Café is open"])
    for text in ["nothing like it", "  "] {
      #expect(try await world.ann.search(SearchQuery(text: text)).elements.isEmpty)
    }
  }

  @Test("Only visible messages are found", arguments: ServiceFixtures.allCases)
  func visible(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .searchesMessages))
    let room = try await world.channel()
    let deleted = try await world.ann.say("needle one", in: room)
    let gone = try await world.ann.say("needle two", in: room)
    let edited = try await world.ann.say("needle three", in: room)
    try await world.ann.say("needle four", in: room)
    try await world.ann.delete(deleted.id, in: room, hard: false)
    try await world.ann.delete(gone.id, in: room, hard: true)
    try await world.ann.rewrite(edited, "haystack")
    #expect(try await world.ben.search(SearchQuery(text: "needle")).elements.map(\.text) == ["needle four"])
    #expect(try await world.cay.search(SearchQuery(text: "needle")).elements.isEmpty)
    await #expect(throws: ChatError.refused(.notAMember)) {
      try await world.cay.search(SearchQuery(text: "needle", channelId: room))
    }
  }

  @Test("Messages are found by their authors, with words and without", arguments: ServiceFixtures.allCases)
  func authors(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .searchesMessages))
    let (room, other) = (try await world.channel(), try await world.channel("other"))
    try await world.ann.say("needle by ann", in: room)
    let parent = try await world.ben.say("needle by ben", in: room)
    try await world.ben.say("hay by ben", in: other)
    try await world.ben.say("a reply by ben", in: room, under: parent.id)
    let deleted = try await world.ben.say("gone by ben", in: room)
    try await world.ben.delete(deleted.id, in: room, hard: false)
    func found(_ text: String, by authors: Set<UserID>, in room: ChannelID? = nil) async throws -> [String] {
      try await world.ann.search(SearchQuery(text: text, authors: authors, channelId: room)).elements.map(
        \.text)
    }
    #expect(try await found("", by: ["ben"]) == ["a reply by ben", "hay by ben", "needle by ben"])
    #expect(try await found("needle", by: ["ben"]) == ["needle by ben"])
    #expect(try await found("", by: ["ben"], in: other) == ["hay by ben"])
    #expect(try await found("needle", by: ["ann", "ben"], in: room) == ["needle by ben", "needle by ann"])
    #expect(try await found("", by: ["cay"]).isEmpty)
    #expect(try await found("needle", by: []) == ["needle by ben", "needle by ann"])
  }

  @Test("Results come in pages, each once", arguments: ServiceFixtures.allCases)
  func pages(fixtures: ServiceFixtures) async throws {
    let world = try await fixtures.world(ServiceSetup(uses: .searchesMessages))
    let room = try await world.channel()
    for number in 0..<30 { try await world.ann.say(number % 3 == 0 ? "needle \(number)" : "hay", in: room) }
    let found = try await allPages(of: 4) { cursor in
      let page = try await world.ben.search(SearchQuery(text: "needle", limit: 4, cursor: cursor))
      try await world.ann.say("needle new", in: room)
      return page
    }
    #expect(found.map(\.text) == stride(from: 27, through: 0, by: -3).map { "needle \($0)" })
  }
}
