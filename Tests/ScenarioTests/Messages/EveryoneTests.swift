import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: @room", .serialized)
struct EveryoneTests {
  private static let everyone = MessageElement.link(text: "@room", target: .user(userId: "@room"))

  @Test("@room is suggested, is an element, and notifies every member but the author")
  func suggested() async throws {
    let mia = try await Scenario().start()
    await mia.type("hey @ro", .shows("everyone in this channel"))
    await mia.keys("Tab")
    await mia.type("look")
    await mia.keys("Enter")
    let message = try #require(try await mia.said().last)
    #expect(message.elements.first == .plainText(text: "hey ") && message.elements.contains(Self.everyone))
    for user in ["alex", "ana", "ben"] as [UserID] {
      #expect(message.mentions(user))
      let inbox = try await mia.device(user).inbox(InboxQuery())
      #expect(inbox.items.map(\.kind) == [.mention], "\(user)")
    }
    #expect(!message.mentions("mia"))
  }

  @Test("Typed, it becomes one when sent, and the line above says so before")
  func typed() async throws {
    let mia = try await Scenario().start()
    await mia.type("@room lunch", .shows("⇒ notifies everyone in this channel"))
    await mia.keys("Enter")
    #expect(try await mia.said().last?.elements == [Self.everyone, .plainText(text: " lunch")])
  }

  @Test("Where it notifies no one, a warning says so, and it is not suggested")
  func refused() async throws {
    let mia = try await Scenario()
    try await mia.service.setRole(.member, of: "mia", in: "general")
    try await mia.service.require(.moderator, for: .mentionEverybody, in: "general")
    await mia.start()
    await mia.type("@ro", .hides("everyone in this channel"))
    await mia.type("om lunch", .shows("@room notifies no one: you may not use it here"))
    await mia.keys("Enter")
    let message = try #require(try await mia.said().last)
    #expect(message.elements == [.plainText(text: "@room lunch")])
    #expect(try await mia.device("ana").inbox(InboxQuery()).items.isEmpty)
  }

  @Test("An element from elsewhere is sent, but the warning says that it notifies no one")
  func inVain() async throws {
    let mia = try await Scenario().start()
    await mia.type("@ro", keys: "Tab")
    try await mia.service.setRole(.member, of: "mia", in: "general")
    try await mia.service.require(.moderator, for: .mentionEverybody, in: "general")
    await mia.type("now", .shows("@room notifies no one"))
    await mia.keys("Enter")
    let message = try #require(try await mia.said().last)
    #expect(message.elements.contains(Self.everyone) && !message.mentions("ana"))
  }

  @Test("A message for everyone is marked as a mention of its reader")
  func received() async throws {
    let mia = try await Scenario()
    try await mia.say("[@room](pn-user://@room) lunch", by: "ana")
    await mia.start()
    let row = try mia.place(of: "lunch").row
    #expect(mia.screen[row].contains("▎"), "\(mia.picture)")
  }
}
