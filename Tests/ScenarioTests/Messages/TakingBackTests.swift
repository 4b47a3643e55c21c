import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: ten seconds to cancel", .serialized)
struct TakingBackTests {
  private func started(columns: Int = 120) async throws -> Scenario {
    var configuration = ClientConfiguration()
    configuration.takeBackPeriod = .seconds(10)
    let mia = try await Scenario(columns: columns, configuration: configuration)
    try await mia.say("a claim", by: "ana")
    try await mia.say("regrets", by: "mia")
    await mia.start()
    return mia
  }

  @Test("A deletion counts down next to its message and names the key that cancels it")
  func deletion() async throws {
    let mia = try await started()
    await mia.keys("M-s d")
    await mia.confirm()
    mia.sees("deleting in 10 s · C-x u undoes")
    #expect(mia.foot.contains("Deleting in 10 s · C-x u undoes it"), "\(mia.picture)")
    await mia.wait(.seconds(3))
    mia.sees("regrets", "deleting in 7 s")
    #expect(mia.foot.contains("Deleting in 7 s · C-x u undoes it"), "\(mia.picture)")
    await mia.wait(.milliseconds(6_999))
    #expect(try await mia.said().map(\.isDeleted) == [false, false])
    await mia.wait(.milliseconds(1))
    #expect(try await mia.said().map(\.isDeleted) == [false, true])
    mia.sees("message deleted")
    mia.misses("undoes it")
  }

  @Test("C-x u cancels it, in message mode and while typing", arguments: ["", "q w o r d s"])
  func takesBack(_ keys: String) async throws {
    let mia = try await started()
    await mia.keys("M-s d")
    await mia.confirm()
    await mia.keys(keys + " C-x u", .notice("Undone: the message stays"), .hides("deleting"))
    await mia.wait(.seconds(60))
    #expect(try await mia.said().map(\.isDeleted) == [false, false])
    await mia.keys("C-x u", .notice("Nothing to undo"))
  }

  @Test("Pinning and unpinning are cancelled one by one, the chosen message's first")
  func pins() async throws {
    let mia = try await started()
    await mia.keys("M-s p")
    await mia.confirm()
    mia.sees("pinning in 10 s · C-x u undoes")
    await mia.keys("M-s k p")
    await mia.confirm()
    await mia.keys("M-s j C-x u", .notice("Undone: it is not pinned"))
    await mia.wait(.seconds(10))
    #expect(try await mia.said().map { $0.pin != nil } == [true, false])
    await mia.keys("k p")
    await mia.confirm()
    mia.sees("unpinning in 10 s")
    await mia.keys("C-x u", .notice("Undone: it stays pinned"))
    await mia.wait(.seconds(60))
    #expect(try await mia.said().map { $0.pin != nil } == [true, false])
  }

  @Test("p on a message takes back its pin while that is counted down")
  func pinKey() async throws {
    let mia = try await started()
    await mia.keys("M-s p")
    await mia.confirm()
    await mia.wait(.seconds(1))
    await mia.keys("M-s p", .notice("Undone: it is not pinned"), .hides("Unpin this message?"))
    await mia.wait(.seconds(60))
    #expect(try await mia.said().map { $0.pin != nil } == [false, false])
    // C-_ undoes text, and says which key undoes the countdown.
    await mia.keys("M-s p")
    await mia.confirm()
    await mia.keys("C-_", .notice("No text to undo; C-x u undoes what is counted down"))
  }

  @Test("Escape leaves a countdown alone and says how to undo it", arguments: ["p", "d"])
  func escape(_ key: String) async throws {
    let mia = try await started()
    await mia.keys("M-s \(key)")
    await mia.confirm()
    await mia.wait(.seconds(2))
    for _ in 0..<3 {
      await mia.keys(
        "Esc", .notice("C-x u undoes it"), .hides("Cancelled"), .hides("Waiting for the service"))
    }
    #expect(mia.foot.contains(key == "p" ? "Pinning in 8 s" : "Deleting in 8 s"), "\(mia.picture)")
    await mia.wait(.seconds(8))
    #expect(try await mia.said().last.map { key == "p" ? $0.pin != nil : $0.isDeleted } == true)
  }

  @Test("The header counts a pin once it is set, and until it is removed")
  func header() async throws {
    let mia = try await started()
    await mia.keys("M-s p")
    await mia.confirm()
    #expect(mia.screen.first?.contains("pinned") == false, "\(mia.picture)")
    await mia.wait(.seconds(10))
    #expect(mia.screen.first?.contains("1 pinned") == true, "\(mia.picture)")
    await mia.keys("Esc M-s p")
    await mia.confirm()
    #expect(mia.screen.first?.contains("1 pinned") == true, "\(mia.picture)")
    await mia.wait(.seconds(10))
    #expect(mia.screen.first?.contains("pinned") == false, "\(mia.picture)")
  }

  @Test("/pin waits too; the list of pins restores removed ones")
  func lists() async throws {
    let mia = try await started()
    await mia.enter("/pin", .shows("pinning in 10 s"))
    await mia.wait(.seconds(10))
    #expect(try await mia.said().last?.pin != nil)
    await mia.keys("C-x p C-x k C-_")
    await mia.wait(.seconds(60))
    #expect(try await mia.said().last?.pin != nil)
    let device = await mia.device("mia", "terminal")
    #expect(device.requestCounts[.unpin] == nil)
  }

  @Test("The countdown continues after a restart with the time left")
  func restart() async throws {
    let mia = try await started()
    await mia.keys("M-s d")
    await mia.confirm()
    await mia.wait(.seconds(4))
    try await mia.restart()
    await mia.go(to: "general")
    mia.sees("deleting in 6 s")
    await mia.keys("C-x u")
    await mia.wait(.seconds(60))
    #expect(try await mia.said().map(\.isDeleted) == [false, false])
  }

  @Test("The countdown needs no screen", arguments: [20, 40])
  func narrow(_ columns: Int) async throws {
    let mia = try await started(columns: columns)
    await mia.keys("M-s d")
    await mia.confirm()
    await mia.keys("M-2")
    await mia.wait(.seconds(10))
    #expect(try await mia.said().map(\.isDeleted) == [false, true])
  }

  @Test("Line mode reports it once, not every second")
  func plain() async throws {
    var configuration = ClientConfiguration()
    configuration.takeBackPeriod = .seconds(10)
    let mia = try await Scenario(configuration: configuration, isPlain: true)
    try await mia.say("regrets", by: "mia")
    await mia.start()
    await mia.keys("M-s d")
    let told = await mia.hearing {
      await mia.confirm()
      await mia.wait(.seconds(5))
    }
    #expect(told.contains { $0.contains("Deleting in 10 s · C-x u undoes it") }, "\(told)")
    #expect(told.count <= 3, "\(told)")
    #expect(await mia.hearing { await mia.keys("C-x u") }.contains("Undone: the message stays"))
  }
}
