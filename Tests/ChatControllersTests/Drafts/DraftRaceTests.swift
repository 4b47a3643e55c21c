import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Drafts that change while other requests are in flight.
@Suite(.watched) struct DraftRaceTests {
  let world: DraftWorld
  let store = GatedStore()
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  private func gated() async -> ChatClient {
    ChatClient(service: await world.device(), store: store, clock: world.clock)
  }

  @Test("A draft typed before the store was read does not overwrite the stored one")
  func joinsStored() async throws {
    let quoted = try await world.message("quoted", by: "ana")
    let message = try await world.message("as it was")
    let file = InputFile(name: "a", type: "b", source: .bytes([1]))
    let before = await gated()
    let old = try before.draft()
    old.update(text: "from before")
    old.files = [file]
    try old.addQuote(quoted)
    try old.beginEdit(message)
    old.update(text: "half an edit")
    try await before.flush()
    let client = await gated()
    let draft = try client.draft()
    draft.update(text: "typed first")
    try await client.flush()
    #expect(draft.text == "typed first" && draft.files == [file] && draft.quoted?.id == quoted.id)
    #expect(draft.leftEdit?.elements.text == "half an edit")
    #expect(try await client.draftHistory().map(\.elements.text) == ["from before"])
    #expect(try await store.draft(for: key)?.content.text == "typed first")
    #expect(try await store.draft(for: key)?.edit?.elements.text == "half an edit")
  }

  @Test("Stored text returns below an edit begun before the store was read")
  func joinsUnderEdit() async throws {
    let message = try await world.message("as it was")
    let before = await gated()
    let old = try before.draft()
    old.update(text: "from before")
    try old.beginEdit(message)
    old.update(text: "an older edit")
    try await before.flush()
    let client = await gated()
    let draft = try client.draft()
    try draft.beginEdit(message)
    draft.update(text: "a newer edit")
    try await client.start()
    #expect(draft.text == "a newer edit")
    #expect(try await client.draftHistory().map(\.elements.text) == ["an older edit"])
    draft.endEdit()
    #expect(draft.text == "from before")
    try await client.stop()
  }

  @Test("A message sent before the store was read leaves the stored draft in the composer")
  func sendsBeforeLoading() async throws {
    let before = await gated()
    try before.draft().update(text: "from before")
    try await before.flush()
    await store.close(.drafts)
    let client = await gated()
    let draft = try client.draft()
    draft.update(text: "sent first")
    let sending = Task { try await draft.send() }
    await settle { await store.count(at: .drafts) > 0 && draft.text.isEmpty }
    await store.open(.drafts)
    await settle { (try? await store.outbox().count) == 1 }
    try await client.flush()
    #expect(draft.text == "from before")
    #expect(try await store.draft(for: key)?.content.text == "from before")
    sending.cancel()
  }

  @Test("Text typed after a message is saved after it, however long the store is busy")
  func keepsBatchWhole() async throws {
    let client = await gated()
    let draft = try client.draft()
    try await client.flush()
    await store.close(.writing)
    draft.update(text: "hello")
    await settle { await store.count(at: .writing) == 1 }
    let waiting = Task { try await client.flush() }
    await settle()
    await store.close(.messages)
    let sending = Task { try await draft.send() }
    await settle { await store.count(at: .messages) == 1 }
    draft.update(text: "next")
    await store.open(.writing)
    await settle { (try? await store.draft(for: key))??.content.text.hasPrefix("hello") == true }
    await settle()
    try await waiting.value
    #expect(try await store.draft(for: key)?.content.text == "hello\nnext")
    #expect(try await store.outbox().isEmpty)
    await store.open(.messages)
    await settle { (try? await store.outbox().count) == 1 }
    #expect(try await store.draft(for: key)?.content.text == "next")
    #expect(try await store.outbox().map(\.message.text) == ["hello"])
    sending.cancel()
  }

  @Test(
    "An interrupted edit being sent is not offered again, and no other edit ends with it")
  func sendsLeftEdit() async throws {
    let first = try await world.message("first")
    let second = try await world.message("second")
    for isLeft in [true, false] {
      await store.close(.outbox)
      let client = await gated()
      let starting = Task { try await client.start() }
      let draft = try client.draft()
      try draft.beginEdit(first)
      draft.update(text: "words \(isLeft)")
      let sending = Task { try await draft.sendEdit() }
      await settle { draft.shared.editing.current?.isHandedOver == true }
      await settle { await store.count(at: .outbox) > 0 }
      if isLeft {
        client.closeComposer(for: key)
        #expect(draft.leftEdit != nil)
      } else {
        try draft.beginEdit(second)
        draft.update(text: "words \(isLeft)")
      }
      await store.open(.outbox)
      try await starting.value
      #expect(try await sending.value?.text == "words \(isLeft)")
      #expect(draft.leftEdit == nil)
      #expect(draft.editedMessage?.id == (isLeft ? nil : second.id))
      try await client.stop()
    }
  }

  @Test("Changes during the sending of an edit stay in the composer as a further edit")
  func editsOn() async throws {
    let message = try await world.message("as it was")
    await store.close(.outbox)
    let client = await gated()
    let starting = Task { try await client.start() }
    let draft = try client.draft()
    try draft.beginEdit(message)
    draft.update(text: "sent words")
    let sending = Task { try await draft.sendEdit() }
    await settle { draft.shared.editing.current?.isHandedOver == true }
    await settle { await store.count(at: .outbox) > 0 }
    draft.update(text: "sent words and more")
    await store.open(.outbox)
    try await starting.value
    #expect(try await sending.value?.text == "sent words")
    #expect(draft.editedMessage?.id == message.id && draft.text == "sent words and more")
    #expect(try await draft.sendEdit()?.text == "sent words and more")
    try await client.stop()
  }

  @Test("Other devices see a draft disappear only once the outbox has the message")
  func tellsAfterHandover() async throws {
    let client = await gated()
    try await client.start()
    await settle { client.connection == .online }
    let phone = await world.device("phone")
    let draft = try client.draft()
    draft.update(text: "hello")
    await client.closeComposer(for: key)?.value
    await store.close(.messages)
    let sending = Task { try await draft.send() }
    await settle { await store.count(at: .messages) == 1 }
    client.closeComposer(for: key)
    world.clock.advance(by: .seconds(10))
    await settle()
    #expect(try await phone.draft(for: key)?.text == "hello")
    await store.open(.messages)
    _ = try await sending.value
    await settle { (try? await phone.draft(for: key)) == .some(nil) }
    try await client.stop()
  }

  @Test("A publication that timed out is repeated, and a new start does not wait for a cancelled one")
  func tellsAfterCancelling() async throws {
    let client = await gated()
    let device = await world.device()
    try await client.start()
    await settle { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil }
    let phone = await world.device("phone")
    var slow = ServiceFaults.none
    slow.latency = .seconds(100)...(.seconds(100))
    await device.setFaults(slow)
    let draft = try client.draft()
    let sleepers = world.clock.sleeperCount
    draft.update(text: "one")
    let all = Task { await client.publishDrafts() }
    // The pause in typing, the slow request, and the time limit.
    await settle { world.clock.sleeperCount >= sleepers + 3 }
    world.clock.advance(by: client.configuration.firstRetryDelay * 4)
    await all.value
    await device.setFaults(.none)
    await settle {
      world.clock.advance(by: .seconds(1))
      return (try? await phone.draft(for: key))??.text == "one"
    }
    await device.setFaults(slow)
    draft.update(text: "two")
    let asked = device.requestCounts[.saveDraft, default: 0]
    client.closeComposer(for: key)
    await settle { device.requestCounts[.saveDraft, default: 0] > asked }
    client.engine.drafts.stop()
    client.engine.drafts.start()
    await device.setFaults(.none)
    await client.closeComposer(for: key)?.value
    #expect(try await phone.draft(for: key)?.text == "two")
    try await client.stop()
  }

  @Test("An edit and a quote of a pending message follow it when it arrives")
  func followsArrival() async throws {
    let client = await gated()
    let device = await world.device()
    await device.setFaults(.offline)
    try await client.start()
    let outgoing = OutgoingMessage(key: key, elements: [.plainText(text: "hello")])
    let pending = try await client.engine.outbox.enqueueSend(outgoing)
    let local = pending.message.id
    let draft = try client.draft()
    try draft.addQuote(pending.message)
    try draft.beginEdit(pending.message)
    draft.update(text: "hello there")
    await device.setFaults(.none)
    world.clock.advance(by: .seconds(60))
    let arrived = try await client.engine.outbox.result(of: pending.transactionId)
    #expect(arrived.id != local)
    #expect(draft.editedMessage?.id == arrived.id && draft.quoted?.id == arrived.id)
    #expect(try await draft.sendEdit()?.text == "hello there")
    try await client.stop()
  }
}
