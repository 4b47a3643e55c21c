import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct MembersPanelTests {
  static func open(_ world: PanelWorld) -> ListPanel<MemberSource> {
    world.open(MemberSource(context: world.context, names: world.names, channel: "general"))
  }

  @Test("Present members come first, and Enter opens a conversation") func list() async throws {
    let world = try await PanelWorld()
    await world.service.setAlwaysOnline(true, "ana")
    let panel = Self.open(world)
    await world.until { panel.texts == ["● Mia", "● Ána", "○ Alex Dunn"] }
    #expect(panel.rows.map(\.trailing).prefix(2) == ["owner · you", "online"])
    _ = panel.perform(.last)
    #expect(panel.perform(.accept) == .close)
    #expect(world.context.destinations == [.person("alex")])
  }

  @Test("The own row opens no conversation") func oneself() async throws {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    await world.until { panel.rows.count == 3 }
    _ = panel.type("mia")
    #expect(panel.perform(.accept) == .stay)
    #expect(world.context.destinations.isEmpty)
    #expect(world.context.said == [Notice("That is you")])
  }

  @Test("A member who comes online moves up, and the choice stays") func presence() async throws {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    await world.until { panel.texts == ["● Mia", "○ Alex Dunn", "○ Ána"] }
    _ = panel.perform(.last)
    await world.service.setAlwaysOnline(true, "ana")
    await world.until { panel.texts == ["● Mia", "● Ána", "○ Alex Dunn"] }
    #expect(panel.chosen == "● Ána")
  }

  @Test("Members who join and leave appear and disappear") func membership() async throws {
    let world = try await PanelWorld()
    let panel = Self.open(world)
    await world.until { panel.rows.count == 3 }
    try await world.desk.add(["stranger"], to: "general")
    await world.until { panel.rows.contains { $0.text.hasSuffix("Zoë Stranger") } }
    try await world.service.device(user: "stranger", id: "x").leave("general")
    await world.until { panel.rows.count == 3 }
  }

  @Test("A name is searched across all pages") func paging() async throws {
    let world = try await PanelWorld()
    for number in 100..<220 {
      await world.service.add(User(id: UserID("u\(number)"), name: "User \(number)"))
    }
    try await world.desk.add((100..<220).map { UserID("u\($0)") }, to: "general")
    // Otherwise their pending events would add them.
    await world.settle()
    let panel = Self.open(world)
    await world.until { panel.rows.count >= 50 }
    _ = panel.type("user 219")
    await world.until { panel.rows.contains { $0.text.hasSuffix("User 219") } }
  }

  @Test("A failure is reported") func failure() async throws {
    let world = try await PanelWorld()
    await world.refuse([.members])
    let panel = Self.open(world)
    await world.until { panel.note == "you are not allowed to do that" }
  }
}
