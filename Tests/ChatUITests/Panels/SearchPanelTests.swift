import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct SearchPanelTests {
  private let ring = KillRing()

  static func open(_ world: PanelWorld, in channel: ChannelID? = "general") -> ListPanel<SearchSource> {
    world.open(SearchSource(context: world.context, names: world.names, channel: channel))
  }

  @Test("Messages are found newest first, with their authors") func finding() async throws {
    let world = try await PanelWorld()
    try await world.say("the old login")
    try await world.say("something else")
    try await world.say("the new login", by: "ana")
    let panel = Self.open(world)
    #expect(panel.note == "type words to find, or from:NAME")
    _ = panel.type("login")
    #expect(panel.note == "searching…")
    await world.until { !panel.rows.isEmpty }
    #expect(panel.texts == ["the new login", "the old login"])
    #expect(panel.rows.map(\.detail) == ["Ána", "Alex Dunn"])
  }

  @Test("Enter goes to the message, for a reply in its thread") func going() async throws {
    let world = try await PanelWorld()
    let parent = try await world.say("first word")
    let reply = try await world.say("second word", under: parent.id)
    let panel = Self.open(world, in: nil)
    _ = panel.type("word")
    await world.until { panel.rows.count == 2 }
    #expect(panel.rows[0].detail == "Alex Dunn in #general, in a thread")
    #expect(panel.perform(.accept) == .close)
    _ = panel.perform(.next)
    _ = panel.perform(.accept)
    let key = DraftKey(channelId: "general", parentId: parent.id)
    #expect(
      world.context.destinations == [.thread(key, reply: reply.id), .channel("general", message: parent.id)])
  }

  @Test("A search covers everywhere or only its channel") func scope() async throws {
    let world = try await PanelWorld()
    try await world.say("word one")
    try await world.say("word two", by: "mia", in: "lobby")
    let here = Self.open(world)
    let everywhere = Self.open(world, in: nil)
    for panel in [here, everywhere] { _ = panel.type("word") }
    await world.until { !here.rows.isEmpty && !everywhere.rows.isEmpty }
    #expect(here.texts == ["word one"])
    #expect(everywhere.texts == ["word two", "word one"])
  }

  @Test("The end of the list loads more rows, each once") func paging() async throws {
    let world = try await PanelWorld()
    for number in 1...60 { try await world.say("word \(number)") }
    let panel = Self.open(world)
    _ = panel.type("word")
    await world.until { panel.rows.count == 25 }
    _ = panel.perform(.last)
    await world.until { panel.rows.count == 50 }
    #expect(panel.chosen == "word 36")
    _ = panel.perform(.last)
    await world.until { panel.rows.count == 60 }
    _ = panel.perform(.last)
    await world.settle()
    #expect(panel.texts == (1...60).reversed().map { "word \($0)" })
  }

  @Test("Only the answer to the last query is shown") func lateAnswer() async throws {
    let world = try await PanelWorld()
    try await world.say("apple")
    try await world.say("pear")
    await world.slowDown(.seconds(5))
    let panel = Self.open(world)
    _ = panel.type("apple")
    await world.settle()
    _ = panel.edit(.killToLineStart, ring)
    _ = panel.type("pear")
    await world.settle()
    await world.letTimePass { panel.texts == ["pear"] }
    await world.letTimePass()
    #expect(panel.texts == ["pear"])
    _ = panel.edit(.killToLineStart, ring)
    _ = panel.type("apple")
    await world.settle()
    _ = panel.edit(.killToLineStart, ring)
    await world.letTimePass()
    #expect(panel.rows.isEmpty)
    #expect(panel.note == "type words to find, or from:NAME")
  }

  @Test("A failure gives a sentence, and a returning connection the answer") func failures() async throws {
    let world = try await PanelWorld()
    try await world.say("a word")
    await world.goOffline()
    let panel = Self.open(world)
    _ = panel.type("word")
    await world.until { panel.note == "there is no connection" }
    await world.goOnline()
    await world.until { panel.texts == ["a word"] }
    _ = panel.type("s never said")
    await world.until { panel.note == "nothing found; from:NAME finds what a person wrote" }
  }

  @Test("A page that cannot be loaded is reported above what was found") func incomplete() async throws {
    let world = try await PanelWorld()
    for number in 1...60 { try await world.say("word \(number)") }
    let panel = Self.open(world)
    _ = panel.type("word")
    await world.until { panel.rows.count == 25 }
    await world.refuse([.search])
    _ = panel.perform(.last)
    await world.until { !world.context.said.isEmpty }
    #expect(
      world.context.said == [Notice("The search is incomplete: you are not allowed to do that", .error)])
    #expect(panel.rows.count == 25)
  }

  @Test("Until the answer comes, rows that still match stay") func refining() async throws {
    let world = try await PanelWorld()
    try await world.say("a word")
    try await world.say("a sword")
    let panel = Self.open(world)
    _ = panel.type("w")
    await world.settle()
    _ = panel.type("ord")
    await world.until { panel.texts.contains("a word") }
    await world.slowDown(.seconds(5))
    _ = panel.edit(.lineStart, ring)
    _ = panel.type("a ")
    #expect(panel.texts == ["a word"])
  }

  @Test("Deleting or editing a message changes its row") func live() async throws {
    let world = try await PanelWorld()
    let first = try await world.say("word one")
    let second = try await world.say("word two")
    let panel = Self.open(world)
    _ = panel.type("word")
    await world.until { panel.rows.count == 2 }
    _ = panel.perform(.next)
    let alex = await world.service.device(user: "alex", id: "sender")
    try await alex.delete(second.id, in: "general", hard: false)
    await world.until { panel.texts == ["word one"] }
    #expect(panel.chosen == "word one")
    _ = try await alex.edit(
      MessageEdit(
        transactionId: "e", channelId: "general", messageId: first.id, markup: "word new", files: []))
    await world.until { panel.texts == ["word new"] }
  }

  @Test("A long message is shown around the match") func excerpt() async throws {
    let world = try await PanelWorld()
    let filler = String(repeating: "filler ", count: 300)
    try await world.say("title\n" + filler + "the Nädel here " + filler)
    let panel = Self.open(world)
    _ = panel.type("nadel")
    await world.until { !panel.rows.isEmpty }
    #expect(panel.texts[0].contains("Nädel"))
    #expect(panel.texts[0].count < 130)
  }

  @Test(
    "from: finds what a person wrote, by a part of the name, an id or a quoted name",
    arguments: [
      "from:al", "from:@alex", "from:\"Alex Dunn\"", "from:DUNN login", "login from:alex", "from:Alex Dunn",
      "from: alex dunn login",
    ])
  func authors(query: String) async throws {
    let world = try await PanelWorld()
    try await world.say("the login")
    try await world.say("another login", by: "ana")
    let panel = Self.open(world)
    _ = panel.type(query)
    await world.until { !panel.rows.isEmpty }
    #expect(panel.texts == ["the login"])
  }

  @Test(
    "Words before from: and after a quoted name are no part of the name",
    arguments: ["dunn from:alex", "from:\"alex\" dunn"])
  func wordsBeside(query: String) async throws {
    let world = try await PanelWorld()
    try await world.say("the login")
    try await world.say("dunn and dusted")
    let panel = Self.open(world)
    _ = panel.type(query)
    await world.until { !panel.rows.isEmpty }
    #expect(panel.texts == ["dunn and dusted"])
  }

  @Test("A word that names a person offers their messages first") func person() async throws {
    let world = try await PanelWorld()
    try await world.say("ask alex")
    try await world.say("something else")
    try await world.say("not by alex", by: "ana")
    let panel = Self.open(world)
    _ = panel.type("alex")
    await world.until { panel.rows.count == 3 }
    #expect(panel.texts == ["from Alex Dunn", "not by alex", "ask alex"])
    _ = panel.perform(.first)
    #expect(panel.perform(.accept) == .stay)
    #expect(panel.query == "from:@alex")
    await world.until { panel.texts == ["something else", "ask alex"] }
  }

  @Test("An unknown name finds no messages") func nobody()
    async throws
  {
    let world = try await PanelWorld()
    try await world.say("a word")
    let panel = Self.open(world)
    _ = panel.type("from:zzz")
    await world.until { panel.note == "no one here is named “zzz”" }
    #expect(panel.rows.isEmpty)
  }

  @Test(
    "What is typed is split into a name and words",
    arguments: [
      ("plain words", nil, "plain words"), ("from:ana", "ana", ""),
      ("From:@ana the build", "@ana", "the build"),
      ("the from:\"Ana G\" build", "Ana G", "the build"), ("from:", nil, ""),
      ("upfrom:ana", nil, "upfrom:ana"),
      ("from:\"Ana", "Ana", ""),
    ] as [(String, String?, String)])
  func text(_ typed: String, _ author: String?, _ words: String) {
    let text = SearchText(typed)
    #expect(text.author == author)
    #expect(text.words == words)
  }
}
