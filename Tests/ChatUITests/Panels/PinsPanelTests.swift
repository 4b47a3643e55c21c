import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct PinsPanelTests {
  static func pinned(_ texts: [String], in world: PanelWorld) async throws -> [MessageID] {
    var ids: [MessageID] = []
    for text in texts {
      let message = try await world.say(text)
      _ = try await world.desk.pin(message.id, in: "general", Pinning())
      ids.append(message.id)
    }
    return ids
  }

  static func open(_ world: PanelWorld) -> ListPanel<PinSource> {
    world.open(PinSource(context: world.context, names: world.names, channel: "general"))
  }

  @Test("The latest pin comes first, and Enter goes to its message") func list() async throws {
    let world = try await PanelWorld()
    let ids = try await Self.pinned(["one", "two"], in: world)
    let panel = Self.open(world)
    #expect(panel.note == "loading…")
    await world.until { panel.texts == ["two", "one"] }
    _ = panel.perform(.next)
    #expect(panel.perform(.accept) == .close)
    #expect(world.context.destinations == [.channel("general", message: ids[0])])
  }

  @Test("Unpinning can be undone") func unpinning() async throws {
    let world = try await PanelWorld()
    _ = try await Self.pinned(["one", "two"], in: world)
    let panel = Self.open(world)
    await world.until { panel.rows.count == 2 }
    _ = panel.perform(.remove)
    #expect(panel.rows[0].detail.contains("unpinning"))
    await world.until { panel.texts == ["one"] }
    _ = panel.perform(.restore)
    await world.until { panel.texts == ["two", "one"] }
    #expect(panel.rows[0].detail == "Alex Dunn")
  }

  @Test("A pin that is set again is listed again") func pinnedAgain() async throws {
    let world = try await PanelWorld()
    let ids = try await Self.pinned(["one"], in: world)
    let panel = Self.open(world)
    await world.until { panel.rows.count == 1 }
    _ = panel.perform(.remove)
    await world.until { panel.rows.isEmpty }
    _ = try await world.service.device(user: "alex", id: "sender").pin(ids[0], in: "general", Pinning())
    await world.until { panel.rows.map(\.detail) == ["Alex Dunn"] }
  }

  @Test("A pin that the service keeps stays, with the reason") func refused() async throws {
    let world = try await PanelWorld()
    _ = try await Self.pinned(["one"], in: world)
    let panel = Self.open(world)
    await world.until { panel.rows.count == 1 }
    await world.refuse([.unpin])
    _ = panel.perform(.remove)
    await world.until { !world.context.said.isEmpty }
    #expect(world.context.said == [Notice("Could not unpin: you are not allowed to do that", .error)])
    #expect(panel.rows.map(\.detail) == ["Alex Dunn"])
  }

  @Test("A pin that the service does not set again is reported") func refusedAgain() async throws {
    let world = try await PanelWorld()
    _ = try await Self.pinned(["one"], in: world)
    let panel = Self.open(world)
    await world.until { panel.rows.count == 1 }
    _ = panel.perform(.remove)
    await world.until { panel.rows.isEmpty }
    await world.refuse([.pin])
    _ = panel.perform(.restore)
    await world.until { !world.context.said.isEmpty }
    #expect(world.context.said == [Notice("Could not pin again: you are not allowed to do that", .error)])
  }

  @Test("Others' pins appear and disappear while the list is open") func live() async throws {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    await world.until { panel.note == "nothing is pinned here" }
    let ids = try await Self.pinned(["one"], in: world)
    await world.until { panel.texts == ["one"] }
    try await world.service.device(user: "alex", id: "sender").delete(ids[0], in: "general", hard: true)
    await world.until { panel.rows.isEmpty }
  }

  @Test("Offline a sentence says why, and the pins load when online") func offline() async throws {
    let world = try await PanelWorld()
    _ = try await Self.pinned(["one"], in: world)
    await world.goOffline()
    let panel = Self.open(world)
    await world.until { panel.note == "there is no connection" }
    await world.goOnline()
    await world.until { panel.texts == ["one"] }
  }

  @Test("Typing filters the pins") func filter() async throws {
    let world = try await PanelWorld()
    _ = try await Self.pinned(["one", "two"], in: world)
    let panel = Self.open(world)
    await world.until { panel.rows.count == 2 }
    _ = panel.type("ONE")
    #expect(panel.texts == ["one"])
    _ = panel.type("x")
    #expect(panel.note == "nothing found")
  }
}
