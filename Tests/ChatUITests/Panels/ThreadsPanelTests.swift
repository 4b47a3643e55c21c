import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct ThreadsPanelTests {
  @Test("Threads show the last reply or the draft") func list() async throws {
    let world = try await PanelWorld()
    let first = try await world.say("first question", by: "mia")
    try await world.say("first answer", under: first.id)
    let second = try await world.say("second question", by: "mia")
    try await world.say("second answer", by: "ana", under: second.id)
    try world.write("my reply", in: DraftKey(channelId: "general", parentId: first.id))
    await world.until { world.threads.count == 2 }
    let panel = world.open(ThreadSource(context: world.context, names: world.names))
    await world.until { panel.rows.count == 2 }
    #expect(panel.texts == ["↳ second question", "↳ first question"])
    #expect(panel.rows.map(\.detail) == ["#general · Ána: second answer", "#general · ✎ my reply"])
    #expect(panel.rows[0].trailing.hasPrefix("1 unread"))
    _ = panel.type("my rep")
    #expect(panel.texts == ["↳ first question"])
    #expect(panel.perform(.accept) == .close)
    #expect(world.context.destinations == [.thread(DraftKey(channelId: "general", parentId: first.id))])
  }

  @Test("A new reply moves its thread, and the choice stays") func live() async throws {
    let world = try await PanelWorld()
    let first = try await world.say("one", by: "mia")
    try await world.say("answer", under: first.id)
    let second = try await world.say("two", by: "mia")
    try await world.say("answer", under: second.id)
    await world.until { world.threads.rows.map(\.parent?.text) == ["two", "one"] }
    let panel = world.open(ThreadSource(context: world.context, names: world.names))
    await world.until { panel.texts == ["↳ two", "↳ one"] }
    try await world.say("again", under: first.id)
    await world.until { panel.texts == ["↳ one", "↳ two"] }
    #expect(panel.chosen == "↳ two")
    panel.close()
  }

  @Test("Without threads a note says so") func none() async throws {
    let world = try await PanelWorld()
    let panel = world.open(ThreadSource(context: world.context, names: world.names))
    #expect(panel.note == "no threads yet")
  }

  @Test("A failed request gives a sentence and is repeated when online")
  func offline() async throws {
    let world = try await PanelWorld()
    let first = try await world.say("one", by: "mia")
    try await world.say("answer", under: first.id)
    await world.until { world.threads.count == 1 }
    await world.goOffline()
    let names = ConversationNames(
      channels: world.channels, threads: ThreadListController(client: world.client))
    let panel = world.open(ThreadSource(context: world.context, names: names))
    await world.until { panel.note == "there is no connection" }
    await world.goOnline()
    await world.until { panel.texts == ["↳ one"] }
  }

  @Test("If only some threads are known, the list says so") func incomplete() async throws {
    let world = try await PanelWorld()
    let first = try await world.say("one", by: "mia")
    try world.write("half an answer", in: DraftKey(channelId: "general", parentId: first.id))
    await world.goOffline()
    let names = ConversationNames(
      channels: world.channels, threads: ThreadListController(client: world.client))
    let panel = world.open(ThreadSource(context: world.context, names: names))
    await world.until { !world.context.said.isEmpty }
    #expect(
      world.context.said == [Notice("Some threads may be missing: there is no connection", .error)])
    #expect(panel.rows.count == 1)
  }

  @Test("An error disappears with its cause") func recovered() async throws {
    let world = try await PanelWorld()
    await world.goOffline()
    let names = ConversationNames(
      channels: world.channels, threads: ThreadListController(client: world.client))
    let panel = world.open(ThreadSource(context: world.context, names: names))
    await world.until { panel.note == "there is no connection" }
    await world.goOnline()
    await world.until { panel.note == "no threads yet" }
  }
}
