import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("The controller of the inbox", .watched)
struct InboxControllerTests {
  let world: DraftWorld

  init() async throws { world = try await DraftWorld() }

  private func mention(_ client: ChatClient, _ text: String) async throws {
    let name = MessageElement.link(text: "you", target: .user(userId: client.currentUser.id.rawValue))
    _ = try await world.say(MessageMarkup.render([name, .plainText(text: " \(text)")]), by: "ben")
  }

  @Test("Marking all as read marks the newest item too, without waiting for an event")
  func marksAll() async throws {
    let client = await world.client(store: InMemoryStore())
    let inbox = InboxController(client: client)
    for text in ["one", "two"] { try await mention(client, text) }
    try await inbox.synchronize()
    #expect(inbox.items.map(\.isRead) == [false, false])
    try await inbox.markAllRead()
    #expect(inbox.items.map(\.isRead) == [true, true] && inbox.unreadCount == 0)
  }

  @Test("Items read without a connection are read again once there is one")
  func connects() async throws {
    let client = await world.client(store: InMemoryStore())
    let inbox = InboxController(client: client)
    try await inbox.synchronize()
    try await mention(client, "look")
    #expect(inbox.items.isEmpty)
    try await client.start()
    await settle("the item", until: { inbox.items.count == 1 })
    try await client.stop()
  }
}
