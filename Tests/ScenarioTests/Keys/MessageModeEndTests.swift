import ChatControllers
import ChatDomain
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Message mode ends after an action", .serialized)
struct MessageModeEndTests {
  private func started(columns: Int = 120) async throws -> Scenario {
    var configuration = ClientConfiguration()
    configuration.takeBackPeriod = .seconds(10)
    let mia = try await Scenario(columns: columns, configuration: configuration)
    try await mia.say("see https://swift.org", by: "ana")
    try await mia.say("regrets", by: "mia")
    return await mia.start()
  }

  @Test(
    "Letters typed after an action are text, the first included",
    arguments: ["d Enter", "p Enter", "+ Enter", "k y", "k o", "r", "k r"])
  func words(_ keys: String) async throws {
    let mia = try await started()
    await mia.keys("M-s")
    for key in keys.split(separator: " ") {
      if key == "Enter" { await mia.wait(.seconds(1)) }
      await mia.keys(String(key))
    }
    #expect(mia.app.panel == nil && mia.app.focused?.selection == nil, "\(mia.picture)")
    await mia.type("to be deleted", .line("to be deleted|"))
    #expect(mia.app.thread == nil)
  }

  @Test("Message mode begins at the newest message, also after an action on another one")
  func again() async throws {
    let mia = try await started()
    await mia.keys("M-s k y M-s")
    #expect(mia.app.focused?.selected?.text == "regrets", "\(mia.picture)")
  }

  @Test("A message being deleted cannot be edited with e or Up, unless the deletion is cancelled")
  func deleting() async throws {
    let mia = try await started()
    await mia.keys("M-s d")
    await mia.confirm()
    await mia.keys("M-s e")
    #expect(mia.app.focused?.composer.draft.editedMessage == nil, "\(mia.picture)")
    mia.sees("The message is being deleted; C-x u undoes it")
    await mia.keys("q Up")
    #expect(mia.app.focused?.composer.draft.editedMessage == nil, "\(mia.picture)")
    await mia.keys("C-x u Up", .shows("✎ editing: regrets"))
  }

  @Test("The line above the composer says how to choose a message, and afterwards where Enter sends")
  func destination() async throws {
    let mia = try await started()
    await mia.keys("M-s", .shows(" q back · Up/Down choose a message"))
    mia.misses("write to #general")
    await mia.keys("q", .shows("→ #general"), .hides("choose a message"))
  }

  @Test("The keys of message mode stay beside a notice, as many as fit")
  func hint() async throws {
    let mia = try await started()
    await mia.keys("M-s k e", .shows("Only your own messages can be edited"))
    mia.sees("r reply · t thread · d delete · + react · p pin")
    let narrow = try await started(columns: 60)
    await narrow.keys("M-s k e")
    narrow.sees("r reply · t thread · d delete", "Only your own messages")
    narrow.misses("+ react")
  }
}
