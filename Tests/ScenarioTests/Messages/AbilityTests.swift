import ChatDomain
import InMemoryService
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Missing abilities of the service")
struct AbilityTests {
  private func started(lacking: ServiceAbility...) async throws -> Scenario {
    let mia = try await Scenario(lacking: Set(lacking))
    try await mia.say("the plan", by: "ana")
    return await mia.start()
  }

  @Test(
    "Keys and commands name the missing ability and open nothing",
    arguments: [
      (
        ServiceAbility.searchesMessages, ["C-x s", "C-x S"], ["/search plan", "/searchall"],
        "cannot be searched"
      ),
      (.pinsMessages, ["C-x p", "M-s p"], ["/pin", "/unpin", "/pins"], "cannot be pinned"),
      (.takesReactions, ["M-s +"], ["/react +1"], "there are no reactions"),
    ])
  func explained(missing: ServiceAbility, keys: [String], commands: [String], reason: String) async throws {
    let mia = try await started(lacking: missing)
    for keys in keys {
      await mia.keys(keys)
      #expect(mia.app.panel == nil, "\(keys): \(mia.picture)")
      #expect(mia.foot.contains("Not supported: "), "\(keys): \(mia.picture)")
      #expect(mia.foot.contains(reason), "\(keys): \(mia.picture)")
      await mia.keys("C-g")
    }
    for command in commands {
      await mia.type(command, keys: "Escape Enter")
      #expect(mia.app.panel == nil, "\(command): \(mia.picture)")
      #expect(mia.foot.contains(reason), "\(command): \(mia.picture)")
      #expect(mia.line == "\(command)|", "\(command)")
      await mia.keys("C-u")
    }
    #expect(try await mia.said().last?.pin == nil)
  }

  @Test(
    "Help and suggestions omit missing abilities",
    arguments: [
      (ServiceAbility.searchesMessages, "/se", "/searchall", "search everywhere"),
      (.pinsMessages, "/pi", "/pins", "pinned messages"),
      (.takesReactions, "/re", "/react", "react with an emoji"),
    ])
  func hidden(missing: ServiceAbility, begun: String, command: String, meaning: String) async throws {
    for lacks in [true, false] {
      let mia = lacks ? try await started(lacking: missing) : try await started()
      await mia.type(begun)
      #expect(mia.shows(command) == !lacks, "\(mia.picture)")
      await mia.keys("C-g C-a C-k F1", type: meaning)
      #expect(mia.shows("no matching key or command") == lacks, "\(mia.picture)")
      await mia.keys("C-u", type: "suspend", .shows("C-z"))
    }
  }

  @Test("Without presence no one is shown as away")
  func presence() async throws {
    let mia = try await started(lacking: .tellsPresence)
    await mia.service.setAlwaysOnline(true, "alex")
    await mia.settle()
    await mia.keys("C-x m", .shows("Ben Okafor"), .hides("○"), .hides("●"))
    await mia.keys("C-g M-3", .shows("@ Alex Dunn"), .hides("· online"))
    #expect(await mia.device("mia", "terminal").requestCounts[.presence] == nil)
  }

  @Test("Drafts are saved on this device if the service stores none")
  func drafts() async throws {
    let mia = try await started(lacking: .keepsDrafts)
    await mia.type("here only", .status("drafts saved on this device"))
    await mia.keys("M-Down")
    await mia.keys("C-x d", .shows("here only"))
    await mia.keys("C-g")
    try await mia.restart()
    await mia.keys("M-1", .line("here only|"), .hides("Drafts from other devices"))
    #expect(await mia.device("mia", "terminal").requestCounts[.drafts] == nil)
  }

  @Test("Without a list of pins pin notices still arrive")
  func pins() async throws {
    let mia = try await started(lacking: .pinsMessages)
    await mia.keys("M-Down M-Up")
    #expect(await mia.device("mia", "terminal").requestCounts[.pinnedMessages] == nil)
  }
}

@Suite("Channels of service notices")
struct ServiceNoticeTests {
  @Test("A service channel is marked, and text typed there stays in the composer")
  func notices() async throws {
    let mia = try await Scenario(columns: 80, rows: 30).start()
    await mia.keys("M-2")
    try await mia.service.makeServiceNotices("offtopic")
    await mia.settle()
    #expect(mia.side.contains { $0.contains("! offtopic") }, "\(mia.picture)")
    #expect(mia.shows("only the service can post here"))
    await mia.enter("thanks", .notice("ou can only read in this channel"), .shows("thanks"))
  }
}
