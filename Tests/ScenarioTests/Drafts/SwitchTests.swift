import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 2: drafts can be switched off", .serialized)
struct SwitchTests {
  private var off: ClientConfiguration {
    var configuration = ClientConfiguration()
    configuration.isDraftMessagesEnabled = false
    return configuration
  }

  @Test("With drafts off nothing is shown, saved or announced, and the last line says so")
  func nothing() async throws {
    let scenario = try await Scenario(configuration: off).start()
    await scenario.type("for my eyes only")
    await scenario.keys("M-Down")
    await scenario.wait(.seconds(10))
    scenario.misses("✎", "Drafts 1")
    scenario.sees("drafts are not saved")
    #expect(try await scenario.store.drafts().isEmpty)
    #expect(try await scenario.draftElsewhere() == nil)
  }

  @Test("With drafts off typed text is still sent")
  func sends() async throws {
    let scenario = try await Scenario(configuration: off).start()
    await scenario.enter("hello")
    #expect(try await scenario.said().map(\.text) == ["hello"])
  }

  @Test("With drafts off older drafts are hidden, and nothing refers to the history")
  func history() async throws {
    let before = try await Scenario().start()
    await before.enter("sent before")
    await before.end()
    let scenario = try await Scenario(configuration: off, store: before.store).start()
    await scenario.keys("C-x h", .hides("sent before"))
    scenario.sees("drafts are switched off")
    await scenario.keys("C-g")
    await scenario.type("put aside")
    await scenario.keys("C-c", .gives("|write to #general"))
    #expect(!scenario.foot.contains("C-x h") && scenario.foot.contains("C-_"), "\(scenario.picture)")
    await scenario.keys("C-_", .gives("put aside|"))
    await scenario.keys("C-a C-k")
    await scenario.enter("/discard these words")
    #expect(!scenario.foot.contains("C-x h") && scenario.foot.contains("C-_"), "\(scenario.picture)")
    #expect(try await before.store.draftHistory(for: nil, limit: 10).map(\.elements.text) == ["sent before"])
  }

  @Test("With drafts off drafts of other devices are neither shown nor changed")
  func leftAlone() async throws {
    let scenario = try await Scenario(configuration: off)
    try await scenario.writeElsewhere("from the phone")
    await scenario.start()
    scenario.misses("from the phone")
    await scenario.enter("x")
    #expect(try await scenario.draftElsewhere() == "from the phone")
  }
}
