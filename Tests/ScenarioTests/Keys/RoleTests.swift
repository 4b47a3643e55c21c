import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Roles", .serialized)
struct RoleTests {
  /// Mia in a channel of Ana's that leaves its name and its pins to moderators.
  private func world() async throws -> Scenario {
    let mia = try await Scenario()
    _ = try await mia.device("ana", "phone").createChannel(
      NewChannel(id: "board", name: "board", type: .group, members: ["mia", "ben"]))
    for act in [ChannelAct.rename, .pin] {
      try await mia.service.require(.moderator, for: act, in: "board")
    }
    try await mia.service.setRole(.moderator, of: "ben", in: "board")
    return await mia.start(in: "board")
  }

  @Test("The members list shows roles, highest first")
  func members() async throws {
    let mia = try await world()
    await mia.keys("C-x m")
    let rows = mia.terminal.lines.filter {
      $0.contains("Ana García") || $0.contains("Ben Okafor") || $0.contains("Mia Me")
    }
    #expect(rows.count == 3, "\(mia.picture)")
    #expect(rows[0].contains("Ana García") && rows[0].contains("owner"), "\(mia.picture)")
    #expect(rows[1].contains("Ben Okafor") && rows[1].contains("moderator"), "\(mia.picture)")
    try await mia.service.setRole(.administrator, of: "mia", in: "board")
    await mia.settle()
    mia.sees("administrator · you")
  }

  @Test("A command without permission says why and asks nothing")
  func refusing() async throws {
    let mia = try await world()
    let requests = await mia.device("mia", "terminal").requestCounts
    await mia.enter("/rename ours", .shows("Only moderators may do that here"))
    await mia.keys("C-u")
    await mia.enter("/pin", .shows("Only moderators may do that here"))
    await mia.keys("C-u")
    #expect(await mia.device("mia", "terminal").requestCounts[.updateChannel] == requests[.updateChannel])
    try await mia.service.setRole(.moderator, of: "mia", in: "board")
    await mia.settle()
    await mia.enter("/rename ours")
    await mia.confirm()
    #expect(mia.header.hasPrefix("#ours"), "\(mia.picture)")
  }

  @Test("A command without permission is not suggested")
  func suggesting() async throws {
    let mia = try await world()
    await mia.type("/re", .shows("/retry"))
    #expect(!mia.picture.contains("/rename"), "\(mia.picture)")
  }
}
