import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatControllers
@testable import ChatUI

@Suite("First start", .serialized)
struct FirstLookTests {
  @Test("The program opens the first channel, and Enter sends what was typed")
  func sends() async throws {
    let scenario = try await Scenario()
    try await scenario.say("Could someone look at the login flow?", by: "ana")
    await scenario.start()
    await scenario.type("hello there", .shows("hello there"))
    await scenario.keys("Enter")
    #expect(try await scenario.said().map(\.text).last == "hello there")
  }

  @Test("Channels are listed even if no messages can be loaded")
  func noMessages() async throws {
    let scenario = try await Scenario()
    await scenario.offline(true)
    await scenario.start(in: nil)
    #expect(scenario.shows("Channels"))
    await scenario.type("typed meanwhile", .shows("typed meanwhile"))
  }
}
