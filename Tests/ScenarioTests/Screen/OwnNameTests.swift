import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("One's own name is you", .serialized)
struct OwnNameTests {
  private static let call = "[Mia Me](pn-user://mia) have you seen this?"

  @Test("Joining and leaving say you, and the names of others")
  func joins() async throws {
    let mia = try await Scenario()
    let place = NewChannel(id: "garden", name: "garden", type: .public)
    _ = try await mia.device("ana").createChannel(place)
    await mia.start()
    await mia.enter("/join garden", .header("#garden"), .shows("You joined"), .hides("Mia Me"))
    mia.previews("You joined", in: "# garden")
    _ = try await mia.device("ben").join("garden")
    await mia.settle()
    mia.sees("Ben Okafor joined")
    try await mia.device("mia", "phone").leave("garden")
    _ = try await mia.device("mia", "phone").join("garden")
    await mia.settle()
    mia.sees("You left")
    mia.misses("Mia Me")
  }

  @Test("A mention says you in the timeline, the list, quotes, threads, the inbox and the switcher")
  func mentions() async throws {
    let mia = try await Scenario(columns: 100, rows: 30)
    let call = try await mia.say(Self.call, by: "ben")
    try await mia.say("yes", by: "ana", under: call.id)
    await mia.start()
    mia.sees("Ben Okafor   @you have you seen this?")
    mia.previews("Ben Okafor: @you have", in: "# general")
    await mia.keys("M-s r", .shows("> Ben Okafor: @you have you seen this?"))
    await mia.enter("once")
    mia.sees("> Ben Okafor: @you have")
    await mia.keys("M-s k t", .shows("Thread · #general"))
    mia.misses("Mia Me")
    await mia.keys("C-x t", .shows("↳ @you have you seen this?"))
    await mia.keys("Escape C-x i", .shows("@you have you seen this?"))
    await mia.keys("Escape C-x b", type: "seen", .shows("↳ @you have you seen this?"))
    await mia.keys("Escape C-x m", .shows("Mia Me"), .shows("you"))
  }

  @Test("A search for the own name finds it as it was written")
  func search() async throws {
    let mia = try await Scenario()
    try await mia.say(Self.call, by: "ben")
    await mia.start()
    await mia.keys("C-x s", type: "seen")
    await mia.wait(.seconds(1))
    mia.sees("@you have you seen this?")
    await mia.keys("C-u", type: "Mia M")
    await mia.wait(.seconds(1))
    mia.sees("Mia Me have you seen this?")
  }

  @Test("What is copied or edited keeps the name")
  func copies() async throws {
    let mia = try await Scenario()
    try await mia.say(Self.call, by: "ben")
    await mia.start()
    await mia.keys("M-s y")
    #expect(mia.terminal.acts.contains(.copy("Mia Me have you seen this?")), "\(mia.terminal.acts)")
  }

  @Test("Line mode says you as well")
  func plain() async throws {
    let mia = try await Scenario(isPlain: true)
    await mia.start()
    let said = try await mia.hearing { try await mia.say(Self.call, by: "ben") }
    #expect(
      said.contains { $0.contains("you are mentioned: Ben Okafor, 12:00: @you have you seen") }, "\(said)")
  }
}
