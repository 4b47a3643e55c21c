import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("Sending starts at once", .watched)
struct DraftBeginSendTests {
  private func longest(_ world: DraftWorld) async -> Int { await world.device().limits.messageBytes }

  @Test("The composer is empty on return, and the service has the message once awaited")
  func empties() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    let draft = try client.draft()
    draft.update(text: "one")
    let one = try draft.beginSend()
    #expect(draft.text.isEmpty)
    draft.update(text: "two")
    let two = try draft.beginSend()
    #expect(draft.text.isEmpty)
    #expect(try await one.timetoken() < two.timetoken())
    #expect(try await one.timetoken() == one.timetoken())
  }

  @Test("Awaiting is optional")
  func goesOn() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    let messageDraft = try client.draft()
    messageDraft.update(text: "gone")
    let sending = try messageDraft.beginSend()
    withExtendedLifetime(sending) {}
    let device = await world.device("reader")
    try await settle(
      "the message",
      until: {
        try await device.messages(MessageQuery(channelId: "general")).elements.map(\.text).contains("gone")
      })
  }

  @Test("A certain refusal is thrown at once, and the text stays")
  func refuses() async throws {
    let world = try await DraftWorld()
    let client = await world.client()
    try await client.start()
    let draft = try client.draft()
    #expect(throws: OutboxError.failed(.refused(.emptyMessage))) { try draft.beginSend() }
    draft.update(text: " \n ")
    #expect(throws: OutboxError.failed(.refused(.emptyMessage))) { try draft.beginSend() }
    let limit = await longest(world)
    let words = String(repeating: "a", count: limit + 1)
    draft.update(text: words)
    let refusal = OutboxError.failed(.refused(.messageTooLong(bytes: limit + 1, limit: limit)))
    #expect(throws: refusal) { try draft.beginSend() }
    #expect(draft.text == words)
    #expect(try await client.store.outbox().isEmpty)
  }

  @Test("A cancelled caller gets an error, and the message is still sent")
  func cancelled() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    await device.setFaults(.offline)
    let client = await world.client()
    try await client.start()
    let draft = try client.draft()
    draft.update(text: "waits")
    let send = try draft.beginSend()
    let waiting = Task { () async throws in try await send.timetoken() }
    await settle("the entry", until: { (try? await client.store.outbox().count) == 1 })
    waiting.cancel()
    await #expect(throws: OutboxError.failed(.cancelled)) { try await waiting.value }
    await device.setFaults(.none)
    client.retryNow()
    _ = try await send.timetoken()
    #expect(try await client.store.outbox().isEmpty)
  }
}
