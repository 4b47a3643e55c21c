import ChatDomain
import InMemoryService
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Channels grouped by space")
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

  @Test("A channel is listed once, below its first space; others are below Channels")
  func grouping() async throws {
    let mia = try await started()
    let rows = mia.side.filter { $0.contains("#") || $0.contains("─ Hill") || $0.contains("├ Hill") }
    #expect(mia.side[0].contains("Channels") && mia.side[1].contains("1# loose"), "\(mia.picture)")
    #expect(rows.count == 4 && rows[1].contains("Hill") && rows[2].contains("2# general"), "\(rows)")
    #expect(rows[3].contains("3# offtopic") && !mia.shows("Lake"))
  }

  @Test("C-x g cycles through spaces, and /space chooses one by name")
  func choosing() async throws {
    let mia = try await started()
    await mia.keys("C-x g")
    #expect(mia.side[0].contains("Hill") && mia.side[1].contains("1# general"), "\(mia.picture)")
    #expect(!mia.shows("# loose") && mia.foot.contains("Only channels in Hill are listed"))
    await mia.keys("C-x g C-x g")
    #expect(mia.side[0].contains("Channels") && mia.side[1].contains("1# loose"))
    await mia.enter("/space la")
    #expect(mia.side[0].contains("Lake"))
    await mia.enter("/space", .notice("All channels are listed"))
    #expect(mia.side[0].contains("Channels"))
    await mia.enter("/space no such", .notice("No space named no such; yours are Hill, Lake"))
  }

  @Test(
    "C-x 4 folds the open channel's space; the chosen space and folding survive a restart"
  )
  func folding() async throws {
    let mia = try await started()
    #expect(mia.side.contains { $0.contains("# offtopic") })
    await mia.keys("C-x 4")
    #expect(!mia.side.contains { $0.contains("# offtopic") } && mia.shows("Hill"), "\(mia.picture)")
    // The open channel is visible nevertheless.
    #expect(mia.side.contains { $0.contains("# general") })
    try await mia.restart()
    #expect(!mia.side.contains { $0.contains("# offtopic") } && mia.shows("Hill"), "\(mia.picture)")
    await mia.keys("C-x 4")
    #expect(mia.side.contains { $0.contains("# offtopic") })
    await mia.keys("C-x g")
    try await mia.restart()
    #expect(mia.side[0].contains("Hill") && !mia.shows("# loose"), "\(mia.picture)")
    await mia.keys("C-x 4", .notice("Only channels in Hill are listed"))
  }

  @Test("C-x 4 outside of spaces folds all of them, and unfolds folded ones")
  func foldingAll() async throws {
    let mia = try await started()
    await mia.go(to: "loose")
    await mia.keys("C-x 4")
    #expect(!mia.side.contains { $0.contains("# general") || $0.contains("# offtopic") }, "\(mia.picture)")
    await mia.keys("C-x 4")
    #expect(mia.side.contains { $0.contains("# general") } && mia.side.contains { $0.contains("# offtopic") })
  }

  /// Mia, invited to Ana's space "Hill", with one channel that she has joined and one that she can join.
  private func invited() async throws -> Scenario {
    let mia = try await Scenario(columns: 100)
    let ana = await mia.device("ana", "phone")
    _ = try await ana.createChannel(NewChannel(id: "orchard", name: "orchard", type: .public))
    await mia.service.setSpace(
      Space(id: "hill", name: "Hill", children: ["general", "orchard"]), members: ["ana"])
    await mia.start()
    try await mia.service.invite("mia", toSpace: "hill", by: "ana")
    await mia.settle()
    return mia
  }

  @Test("An invitation to a space says so; accepting it lists the space's channels")
  func invitation() async throws {
    let mia = try await invited()
    mia.sees("Invited to the space Hill by Ana García")
    await mia.keys("C-x i", .shows("Ana García invited you to a space"))
    await mia.keys("Esc")
    await mia.enter("/invitations", .shows("space · from Ana García"))
    await mia.keys("Enter", .shows("Channels in Hill"), .shows("joined · 4 people"), .shows("#general"))
    mia.misses("you are not in this channel")
    await mia.type("orch")
    await mia.wait(.seconds(1))
    await mia.keys("Enter")
    #expect(mia.header.contains("#orchard"), "\(mia.picture)")
    #expect(mia.side.contains { $0.contains("─ Hill") || $0.contains("├ Hill") }, "\(mia.picture)")
  }

  @Test("/join with a space's name lists it again, and Tab switches to all channels")
  func reopening() async throws {
    let mia = try await invited()
    await mia.enter("/join chat:hill", .shows("Channels in Hill"))
    await mia.keys("Esc")
    await mia.enter("/join hill", .shows("Channels in Hill"))
    await mia.keys("Tab", .shows("Channels to join"), .shows("offtopic"))
  }

  @Test("Typing on while a space is joined keeps the place")
  func typing() async throws {
    let mia = try await invited()
    await mia.slow(.seconds(2))
    await mia.enter("/join chat:hill")
    await mia.type("words")
    for _ in 0..<6 { await mia.wait(.seconds(2)) }
    #expect(mia.line == "words|" && !mia.shows("Channels in Hill"), "\(mia.picture)")
    #expect(mia.foot.contains("You joined the space Hill; /join Hill opens it"), "\(mia.picture)")
  }

  @Test("While a space is chosen, the directory lists its channels")
  func directoryOfSpace() async throws {
    let mia = try await started()
    await mia.keys("C-x g C-x j", .shows("Channels in Hill"))
    await mia.keys("Esc C-x g C-x g C-x j", .shows("Channels to join"))
  }

  @Test("If the chosen space is gone at the next start, the whole list is shown")
  func gone() async throws {
    let mia = try await started()
    await mia.keys("C-x g")
    await mia.service.removeSpace("hill")
    await mia.service.removeSpace("lake")
    try await mia.restart()
    #expect(mia.side[0].contains("Channels") && mia.shows("# loose"), "\(mia.picture)")
  }

  @Test("Changing a space changes the list; leaving it keeps its channels")
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
