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

  @Test("Message mode restarts at the message of the last action")
  func again() async throws {
    let mia = try await started()
    await mia.keys("M-s k y M-s")
    #expect(mia.app.focused?.selected?.text == "see https://swift.org", "\(mia.picture)")
  }

  @Test("A message being deleted cannot be edited with e or Up, unless the deletion is cancelled")
  func deleting() async throws {
    let mia = try await started()
    await mia.keys("M-s d")
    await mia.confirm()
    await mia.keys("M-s e")
    #expect(mia.app.focused?.composer.draft.editedMessage == nil, "\(mia.picture)")
    mia.sees("The message is being deleted · C-x u undoes it")
    await mia.keys("q Up")
    #expect(mia.app.focused?.composer.draft.editedMessage == nil, "\(mia.picture)")
    await mia.keys("C-x u Up", .shows("✎ editing: regrets"))
  }

  @Test("The line above the composer says that keys act on the message, and afterwards where Enter sends")
  func destination() async throws {
    let mia = try await started()
    await mia.keys("M-s", .shows("→ keys act on the message · q back to writing"))
    mia.misses("write to #general")
    await mia.keys("q", .shows("→ #general"), .hides("keys act on the message"))
  }

  @Test("The keys of message mode share the line with a notice, as many as fit")
  func hint() async throws {
    let mia = try await started()
    await mia.keys("M-s k e", .shows("Only your own messages can be edited"))
    #expect(mia.lastLine.contains("r reply · t thread · d delete · + react · p pin"), "\(mia.picture)")
    let narrow = try await started(columns: 60)
    await narrow.keys("M-s k e")
    #expect(narrow.lastLine.hasSuffix("r reply · t thread"), "\(narrow.picture)")
    narrow.sees("Only your own messages")
  }
}
