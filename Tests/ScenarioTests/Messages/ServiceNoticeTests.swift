import ChatDomain
import InMemoryService
import TerminalScreen
import Testing

@Suite("Channels of service notices")
struct ServiceNoticeTests {
  @Test("A service channel is marked, and text typed there stays in the composer")
  func notices() async throws {
    let mia = try await Scenario(columns: 80, rows: 30).start()
    await mia.keys("M-2")
    try await mia.service.makeServiceNotices("offtopic")
    await mia.settle()
    #expect(mia.side.contains { $0.contains("! offtopic") }, "\(mia.picture)")
    #expect(mia.shows("only the service writes here"))
    await mia.enter("thanks")
    #expect(mia.foot.contains("ou may only read in this channel") && mia.shows("thanks"), "\(mia.picture)")
  }
}
