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

  @Test("Switched off nothing is shown, kept or announced, and the last line says so")
  func nothing() async throws {
    let scenario = try await Scenario(configuration: off).start()
    await scenario.type("for my eyes only")
    await scenario.keys("M-Down")
    await scenario.wait(.seconds(10))
    scenario.misses("✎")
    scenario.misses("Drafts 1")
    scenario.sees("drafts are not saved")
    #expect(try await scenario.store.drafts().isEmpty)
    #expect(try await scenario.draftElsewhere() == nil)
  }

  @Test("Switched off what is typed is sent all the same")
  func sends() async throws {
    let scenario = try await Scenario(configuration: off).start()
    await scenario.type("hello")
    await scenario.keys("Enter")
    #expect(try await scenario.said().map(\.text) == ["hello"])
  }

  @Test("Switched off drafts of other devices are neither shown nor touched")
  func leftAlone() async throws {
    let scenario = try await Scenario(configuration: off)
    try await scenario.writeElsewhere("from the phone")
    await scenario.start()
    scenario.misses("from the phone")
    await scenario.type("x")
    await scenario.keys("Enter")
    #expect(try await scenario.draftElsewhere() == "from the phone")
  }
}
