import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

@testable import ChatUI

@Suite("Bell and desktop", .serialized)
struct CallingTests {
  private func direct(_ scenario: Scenario) async throws -> ChannelID {
    try await scenario.device("alex").directChannel(with: "mia").id
  }

  private func calls(_ scenario: Scenario) -> [TerminalAct] {
    scenario.terminal.acts.filter { act in
      switch act {
      case .setTitle, .askBackground: false
      default: true
      }
    }
  }

  @Test("An unreadable direct message notifies too, and says that it cannot be read")
  func unreadable() async throws {
    let scenario = try await Scenario().start()
    let room = try await direct(scenario)
    try await scenario.service.encrypt(room)
    await scenario.look(away: true)
    try await scenario.service.sayUnreadably(by: "alex", in: room)
    await scenario.settle()
    #expect(calls(scenario) == [.ring, .notify("Alex Dunn: encrypted, cannot be read yet")])
  }

  @Test("A mention notifies once its key arrives, and a message that notified does not do so twice")
  func lateKey() async throws {
    let scenario = try await Scenario().start()
    try await scenario.service.encrypt("general")
    await scenario.look(away: true)
    let plain = try await scenario.service.sayUnreadably(by: "ana", in: "general", note: .keyMissing)
    let mention = try await scenario.service.sayUnreadably(by: "ana", in: "general", note: .keyMissing)
    await scenario.settle()
    #expect(calls(scenario).isEmpty)
    try await scenario.service.reveal(plain, in: "general", [.plainText(text: "words")])
    try await scenario.service.reveal(
      mention, in: "general", [.plainText(text: "hey "), .link(text: "@Mia", target: .user(userId: "mia"))])
    await scenario.settle()
    #expect(calls(scenario) == [.ring, .notify("Ana García: hey @you")])
    let room = try await direct(scenario)
    try await scenario.service.encrypt(room)
    let direct = try await scenario.service.sayUnreadably(by: "alex", in: room, note: .keyMissing)
    await scenario.settle()
    #expect(calls(scenario).count == 4)
    try await scenario.service.reveal(direct, in: room, [.plainText(text: "now it can be read")])
    await scenario.settle()
    #expect(calls(scenario).count == 4)
  }

  @Test("A late mention notifies the desktop even if the bell rang for the message without its key")
  func lateDesktop() async throws {
    var settings = Settings()
    settings.bell = .all
    settings.desktop = .mentions
    let scenario = try await Scenario(settings: settings).start()
    try await scenario.service.encrypt("general")
    await scenario.look(away: true)
    let id = try await scenario.service.sayUnreadably(by: "ana", in: "general", note: .keyMissing)
    await scenario.settle()
    #expect(calls(scenario) == [.ring])
    try await scenario.service.reveal(
      id, in: "general",
      [.plainText(text: "hey "), .link(text: "@Mia", target: .user(userId: "mia"))])
    await scenario.settle()
    #expect(calls(scenario) == [.ring, .notify("Ana García: hey @you")])
  }

  @Test("Mentions and direct messages notify a person who looks away")
  func calls() async throws {
    let scenario = try await Scenario().start()
    await scenario.look(away: true)
    try await scenario.say("hey [Mia](pn-user://mia)", by: "ana")
    #expect(calls(scenario) == [.ring, .notify("Ana García: hey @you")])
    try await scenario.say("are you there?", by: "alex", in: try await direct(scenario))
    #expect(calls(scenario).suffix(2) == [.ring, .notify("Alex Dunn: are you there?")])
    #expect(calls(scenario).count == 4)
  }

  @Test("Other messages send no notification, and none is sent while the terminal has focus")
  func quiet() async throws {
    let scenario = try await Scenario().start()
    try await scenario.say("hey [Mia](pn-user://mia)", by: "ana")
    await scenario.look(away: true)
    try await scenario.say("nothing special", by: "ana")
    #expect(calls(scenario).isEmpty)
    await scenario.look(away: false)
    try await scenario.say("are you there?", by: "alex", in: try await direct(scenario))
    #expect(calls(scenario).isEmpty)
  }

  @Test("Own messages from another device do not notify")
  func own() async throws {
    let scenario = try await Scenario().start()
    await scenario.look(away: true)
    try await scenario.say("to myself, [Mia](pn-user://mia)", by: "mia")
    try await scenario.say("to Alex", by: "mia", in: try await direct(scenario))
    #expect(calls(scenario).isEmpty)
  }

  @Test("Desktop notifications contain no control characters")
  func harmless() async throws {
    let scenario = try await Scenario().start()
    await scenario.look(away: true)
    let long = String(repeating: "a\u{301}\u{1b}]9;x\u{7}", count: 1000)
    try await scenario.say(long, by: "alex", in: try await direct(scenario))
    guard case .notify(let text)? = calls(scenario).last else { throw Unexpected("nobody was called") }
    #expect(
      !text.glyphs.map(\.text).joined().unicodeScalars.contains {
        $0.value < 32 || (127..<160).contains($0.value)
      })
    #expect(text.width <= 400)
  }
}
