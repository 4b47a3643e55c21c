import ChatDomain
import InMemoryService
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Channels grouped by spaces")
struct SpaceTests {
  /// `#general` and `#offtopic` are in the space "Hill", `#offtopic` in "Lake" too, and `#loose` in none.
  private func started() async throws -> Scenario {
    let mia = try await Scenario(columns: 80, rows: 30)
    let setup = await mia.device("mia", "setup")
    _ = try await setup.createChannel(NewChannel(id: "loose", name: "loose", type: .public))
    await mia.service.setSpace(
      Space(id: "hill", name: "Hill", children: ["offtopic", "general", "elsewhere"]), members: ["mia"])
    await mia.service.setSpace(Space(id: "lake", name: "Lake", children: ["offtopic"]), members: ["mia"])
    return await mia.start()
  }

  @Test("A channel stands once, under the first space that has it, and one in none under Channels")
  func grouping() async throws {
    let mia = try await started()
    let rows = mia.side.filter { $0.contains("#") || $0.contains("─ Hill") || $0.contains("├ Hill") }
    #expect(mia.side[0].contains("Channels") && mia.side[1].contains("1# loose"), "\(mia.picture)")
    #expect(rows.count == 4 && rows[1].contains("Hill") && rows[2].contains("2# general"), "\(rows)")
    #expect(rows[3].contains("3# offtopic") && !mia.shows("Lake"))
  }

  @Test("C-x g steps through the spaces, and /space chooses one by its name")
  func choosing() async throws {
    let mia = try await started()
    await mia.keys("C-x g")
    #expect(mia.side[0].contains("Hill") && mia.side[1].contains("1# general"), "\(mia.picture)")
    #expect(!mia.shows("# loose") && mia.foot.contains("Only channels in Hill are listed"))
    await mia.keys("C-x g C-x g")
    #expect(mia.side[0].contains("Channels") && mia.side[1].contains("1# loose"))
    await mia.type("/space la")
    await mia.keys("Enter")
    #expect(mia.side[0].contains("Lake"))
    await mia.type("/space")
    await mia.keys("Enter")
    #expect(mia.side[0].contains("Channels"))
    await mia.type("/space no such")
    await mia.keys("Enter")
    #expect(mia.foot.contains("There are the spaces Hill, Lake"))
  }

  @Test(
    "C-x 4 folds the space of the open channel and back; the chosen space and what is folded outlast a restart"
  )
  func folding() async throws {
    let mia = try await started()
    #expect(mia.side.contains { $0.contains("# offtopic") })
    await mia.keys("C-x 4")
    #expect(!mia.side.contains { $0.contains("# offtopic") } && mia.shows("Hill"), "\(mia.picture)")
    // The open channel is seen all the same.
    #expect(mia.side.contains { $0.contains("# general") })
    try await mia.restart()
    #expect(!mia.side.contains { $0.contains("# offtopic") } && mia.shows("Hill"), "\(mia.picture)")
    await mia.keys("C-x 4")
    #expect(mia.side.contains { $0.contains("# offtopic") })
    await mia.keys("C-x g")
    try await mia.restart()
    #expect(mia.side[0].contains("Hill") && !mia.shows("# loose"), "\(mia.picture)")
    await mia.keys("C-x 4")
    #expect(mia.foot.contains("Only channels in Hill are listed"))
  }

  @Test("From a channel in no space C-x 4 folds all of them, and brings back those that are folded")
  func foldingAll() async throws {
    let mia = try await started()
    mia.app.go(to: .channel("loose"))
    await mia.settle()
    await mia.keys("C-x 4")
    #expect(!mia.side.contains { $0.contains("# general") || $0.contains("# offtopic") }, "\(mia.picture)")
    await mia.keys("C-x 4")
    #expect(mia.side.contains { $0.contains("# general") } && mia.side.contains { $0.contains("# offtopic") })
  }

  @Test("A chosen space that is gone at the next start leaves the whole list")
  func gone() async throws {
    let mia = try await started()
    await mia.keys("C-x g")
    await mia.service.removeSpace("hill")
    await mia.service.removeSpace("lake")
    try await mia.restart()
    #expect(mia.side[0].contains("Channels") && mia.shows("# loose"), "\(mia.picture)")
  }

  @Test("A space that changes changes the list, and one that goes leaves its channels")
  func changes() async throws {
    let mia = try await started()
    await mia.service.setSpace(Space(id: "hill", name: "Hill", children: ["loose"]), members: ["mia"])
    await mia.settle()
    #expect(mia.side[1].contains("1# general") && mia.shows("Lake"), "\(mia.picture)")
    await mia.keys("C-x g")
    #expect(mia.side[1].contains("1# loose"))
    await mia.service.removeSpace("hill")
    await mia.settle()
    #expect(mia.side[0].contains("Channels") && !mia.side.contains { $0.contains("Hill") }, "\(mia.picture)")
  }
}
