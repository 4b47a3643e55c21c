import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct QuickSwitcherTests {
  private let ring = KillRing()

  static func open(_ world: PanelWorld) -> ListPanel<SwitcherSource> {
    world.open(SwitcherSource(context: world.context, names: world.names))
  }

  @Test("With an empty query the latest comes first, whatever its kind") func recency() async throws {
    let world = try await PanelWorld()
    let parent = try await world.say("a question")
    try await world.say("an answer", by: "mia", under: parent.id)
    await world.until { world.threads.count == 1 }
    world.clock.advance(by: .seconds(1))
    try world.write("half a thought", in: PanelWorld.lobby)
    let panel = Self.open(world)
    #expect(
      panel.texts == ["✎ half a thought", "↳ a question", "#general", "@Alex Dunn", "#lobby"])
    #expect(panel.rows.map(\.trailing).prefix(3) == ["#lobby", "#general", "1 unread"])
  }

  @Test("Enter goes to the chosen row, whatever its kind") func going() async throws {
    let world = try await PanelWorld()
    let parent = try await world.say("a question")
    try await world.say("an answer", by: "mia", under: parent.id)
    await world.until { world.threads.count == 1 }
    try world.write("half a thought", in: PanelWorld.lobby)
    for query in ["thought", "question", "alex"] {
      let panel = Self.open(world)
      _ = panel.type(query)
      #expect(panel.perform(.accept) == .close)
    }
    let thread = DraftKey(channelId: "general", parentId: parent.id)
    #expect(world.context.destinations == [.channel("lobby"), .thread(thread), .channel(world.direct)])
  }

  @Test("People unknown to this device are found, ignoring case and accents") func directory()
    async throws
  {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    _ = panel.type("ZOE")
    #expect(panel.note == "searching…")
    await world.until { !panel.rows.isEmpty }
    #expect(panel.texts == ["@Zoë Stranger"])
    _ = panel.perform(.accept)
    #expect(world.context.destinations == [.person("stranger")])
  }

  @Test("A person found a moment later is chosen as if known at once") func late() async throws {
    let world = try await PanelWorld()
    let parent = try await world.say("ask zoe about it")
    try await world.say("an answer", by: "mia", under: parent.id)
    await world.until { world.threads.count == 1 }
    let panel = Self.open(world)
    _ = panel.type("zoe")
    #expect(panel.texts == ["↳ ask zoe about it"])
    await world.until { panel.rows.count == 2 }
    #expect(panel.texts.first == "@Zoë Stranger")
    _ = panel.perform(.accept)
    #expect(world.context.destinations == [.person("stranger")])
  }

  @Test("A leading sign restricts the search to that kind") func signs() async throws {
    let world = try await PanelWorld()
    let parent = try await world.say("a question by alex in general")
    try await world.say("an answer", by: "mia", under: parent.id)
    await world.until { world.threads.count == 1 }
    try world.write("alex in general", in: PanelWorld.lobby)
    _ = try await world.service.device(user: "alex", id: "theirs").createChannel(
      NewChannel(id: "generators", name: "generators", type: .public))
    func texts(_ query: String, _ count: Int) async -> [String] {
      let panel = Self.open(world)
      _ = panel.type(query)
      await world.until { panel.texts.count == count && panel.note != "searching…" }
      return panel.texts
    }
    #expect(await texts("#gen", 2) == ["#general", "#generators"])
    #expect(await texts("@alex", 1) == ["@Alex Dunn"])
    #expect(await texts("#alex", 0) == [])
    #expect(await texts("@general", 0) == [])
    #expect(await texts("# lob", 1) == ["#lobby"])
    #expect(await texts("#", 3) == ["#general", "#lobby", "#generators"])
    #expect(await texts("@", 3).first == "@Alex Dunn")
    #expect(await texts("@", 3).dropFirst().sorted() == ["@Zoë Stranger", "@Ána"])
  }

  @Test("Enter without a match keeps the panel, which says so") func nothing() async throws {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    _ = panel.type("#nothing like that")
    #expect(panel.note == "searching…" && panel.perform(.accept) == .stay)
    await world.until { panel.note == "nothing found" }
    #expect(panel.perform(.accept) == .stay)
    #expect(world.context.destinations.isEmpty)
  }

  @Test("A person with a conversation is listed once, and the own user not at all") func doubles()
    async throws
  {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    _ = panel.type("alex")
    await world.settle()
    #expect(panel.texts == ["@Alex Dunn"])
    _ = panel.edit(.killToLineStart, ring)
    _ = panel.type("mia")
    await world.settle()
    #expect(!panel.texts.contains("@Mia"))
  }

  @Test("The answer to an earlier query does not enter the list") func lateAnswer() async throws {
    let world = try await PanelWorld()
    await world.slowDown(.seconds(5))
    let panel = Self.open(world)
    _ = panel.type("zoe")
    await world.settle()
    _ = panel.edit(.killToLineStart, ring)
    _ = panel.type("lobby")
    await world.letTimePass()
    #expect(panel.texts == ["#lobby"])
    #expect(panel.note == nil)
  }

  @Test("Offline known entries are found, and a sentence says that the list is incomplete") func offline()
    async throws
  {
    let world = try await PanelWorld()
    await world.goOffline()
    let panel = Self.open(world)
    _ = panel.type("gen")
    await world.until { panel.hint.contains("no connection") }
    #expect(panel.texts == ["#general"])
    _ = panel.type("xyz")
    await world.until { panel.note == "there is no connection" }
    #expect(panel.rows.isEmpty)
  }

  @Test("A new message moves its channel, and the choice stays") func live() async throws {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    #expect(panel.texts == ["@Alex Dunn", "#lobby", "#general"])
    _ = panel.perform(.next)
    let frames = world.context.frameCount
    try await world.say("hello")
    await world.until { panel.texts.first == "#general" }
    #expect(panel.chosen == "#lobby")
    #expect(world.context.frameCount > frames)
    panel.close()
  }

  @Test("A draft begun elsewhere appears, and a deleted one disappears") func drafts() async throws {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    try world.write("now")
    #expect(panel.texts.first == "✎ now")
    world.client.deleteDraft(for: PanelWorld.general)
    #expect(!panel.texts.contains("✎ now"))
  }
}
