import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// New conversations: drafts and messages to people without an existing conversation.
@Suite(.watched) struct ProspectTests {
  let world: DraftWorld
  let store = InMemoryStore()
  private let place = ChannelID(prospectWith: "ana")

  init() async throws { world = try await DraftWorld() }

  private func started(_ id: DeviceID = "desk", at channel: ChannelID? = nil) async throws -> ChatClient {
    let client = await world.client(id, store: store)
    try await client.start()
    await settle("a connection") { client.connection == .online }
    return client
  }

  private func direct() async throws -> ChannelID? {
    try await world.device("probe").knownDirectChannel(with: "ana")?.id
  }

  private func said() async throws -> [String] {
    guard let id = try await direct() else { return [] }
    return try await world.device("probe").messages(MessageQuery(channelId: id)).elements
      .filter { $0.kind == .regular }.map(\.text)
  }

  @Test("The reserved form is distinct from every other id")
  func form() {
    #expect(ChannelID(prospectWith: "ana").prospectivePartner == "ana")
    #expect(ChannelID(prospectWith: "@ana:example.org").prospectivePartner == "@ana:example.org")
    #expect(ChannelID(prospectWith: "e\u{301}").prospectivePartner?.rawValue.unicodeScalars.count == 2)
    for other in ["", "general", "!room:example.org", "new conversation", "new conversation: ", "direct:a:b"]
    {
      #expect(ChannelID(other).prospectivePartner == nil, "\(other)")
    }
    #expect(ChannelID.nowhere.isOnDevice && !ChannelID.nowhere.isProspect)
  }

  @Test("A draft is kept and listed, survives a restart, and sends no request")
  func kept() async throws {
    let client = try await started()
    #expect(client.place(with: "ana") == place)
    try client.messageDraft(for: DraftKey(channelId: place)).update(text: "are you there?")
    try await client.flush()
    #expect(try await store.draft(for: DraftKey(channelId: place))?.content.text == "are you there?")
    await client.closeComposer(for: DraftKey(channelId: place))?.value
    try await client.stop()
    let next = try await started()
    #expect(next.draftMessages().map(\.key.channelId) == [place])
    let list = ChannelListController(client: next)
    try await list.synchronize()
    #expect(list.row(for: place)?.draft?.text == "are you there?")
    await settle("her name") { list.row(for: place)?.summary.partner?.name == "Ána" }
    #expect(try await direct() == nil)
    #expect(try await world.device("probe").drafts(DraftListQuery()).elements.isEmpty)
    // A reloaded list still has it, and an emptied draft disappears.
    try await list.synchronize()
    #expect(list.row(for: place) != nil)
    next.deleteDraft(for: DraftKey(channelId: place))
    #expect(list.row(for: place) == nil)
    try await next.stop()
  }

  @Test("Sending creates the conversation, then sends in order, and everything moves there")
  func sent() async throws {
    let client = try await started()
    let list = ChannelListController(client: client)
    try await list.synchronize()
    let draft = try client.messageDraft(for: DraftKey(channelId: client.place(with: "ana")))
    draft.update(text: "one")
    let one = try draft.beginSend()
    draft.update(text: "two")
    let two = try draft.beginSend()
    draft.update(text: "not yet")
    _ = try await (one.timetoken(), two.timetoken())
    let id = try #require(try await direct())
    #expect(try await said() == ["one", "two"])
    #expect(draft.key == DraftKey(channelId: id) && draft.text == "not yet")
    #expect(client.resolved(place) == id && client.place(with: "ana") == id)
    await settle("its row") { list.row(for: place) == nil && list.row(for: id)?.draft?.text == "not yet" }
    try await client.flush()
    #expect(try await store.draft(for: DraftKey(channelId: place)) == nil)
    #expect(try await store.draft(for: DraftKey(channelId: id))?.content.text == "not yet")
    let history = try await client.draftHistory(for: DraftKey(channelId: place))
    #expect(Set(history.map(\.elements.text)) == ["one", "two"])
    #expect(history.allSatisfy { $0.key.channelId == id })
    try await client.stop()
  }

  @Test("Offline a message waits and is sent later, also after a restart")
  func offline() async throws {
    let device = await world.device("desk")
    await device.setFaults(.offline)
    let client = await world.client("desk", store: store)
    try await client.start()
    let draft = try client.messageDraft(for: DraftKey(channelId: client.place(with: "ana")))
    draft.update(text: "when you can")
    _ = try draft.beginSend()
    await settle("the message in the outbox") { (try? await store.outbox().count) == 1 }
    let work = client.pendingWork(in: place)
    #expect(work.map(\.message.localState) == [.pendingSend] || work.map(\.message.localState) == [.sending])
    try await client.stop()
    #expect(try await direct() == nil)
    await device.setFaults(.none)
    let next = try await started()
    await settle("the message at the service") { (try? await said()) == ["when you can"] }
    #expect(try await world.device("probe").channels(ListQuery()).elements.count == 4)
    try await next.stop()
  }

  @Test("A refusal gives its reason and can be retried")
  func refused() async throws {
    let client = try await started()
    let nobody = client.place(with: "nobody")
    let draft = try client.messageDraft(for: DraftKey(channelId: nobody))
    draft.update(text: "hello?")
    let send = try draft.beginSend()
    await #expect(throws: OutboxError.self) { try await send.timetoken() }
    let entry = try #require(client.pendingWork(in: nobody).first)
    #expect(entry.message.localState == .sendingFailed && entry.failure != nil)
    await world.service.add(User(id: "nobody", name: "Somebody"))
    try await client.engine.outbox.resend(entry.message.id, in: nobody)
    _ = try await client.engine.outbox.result(of: entry.transactionId)
    #expect(client.resolved(nobody) != nobody)
    try await client.stop()
  }

  @Test(
    "A conversation created otherwise takes everything along and loses no text of either draft"
  )
  func otherWay() async throws {
    let client = try await started()
    let draft = try client.messageDraft(for: DraftKey(channelId: client.place(with: "ana")))
    draft.update(text: "from here")
    try await client.flush()
    let made = try await world.device("hers", user: "ana").directChannel(with: "me")
    await settle("the move") { draft.key.channelId == made.id }
    #expect(draft.text == "from here")
    try await client.flush()
    #expect(try await store.draft(for: DraftKey(channelId: place)) == nil)
    #expect(try await store.draft(for: DraftKey(channelId: made.id))?.content.text == "from here")
    await client.closeComposer(for: draft.key)?.value
    await settle("the draft at the service") {
      (try? await world.device("probe").draft(for: draft.key))??.text == "from here"
    }
    try await client.stop()
  }

  @Test("If both places have text, the drafts are joined, with the caret in place")
  func both() async throws {
    // Another device created the conversation and wrote there while this one was offline.
    let device = await world.device("desk")
    await device.setFaults(.offline)
    let client = await world.client("desk", store: store)
    try await client.start()
    let made = try await world.device("phone").directChannel(with: "ana")
    try client.messageDraft(for: DraftKey(channelId: made.id)).update(text: "there")
    let draft = try client.messageDraft(for: DraftKey(channelId: client.place(with: "ana")))
    draft.update(text: "here")
    draft.caret = 2
    await device.setFaults(.none)
    client.retryNow()
    await settle("the move") { draft.key.channelId == made.id }
    #expect(draft.text == "there\nhere")
    #expect(draft.caret == "there\nhe".count)
    try await client.flush()
    #expect(try await store.drafts().filter { !$0.isEmpty }.map(\.content.text) == ["there\nhere"])
    try await client.stop()
  }

  @Test("A quote of a pending message is a quote in the channel too")
  func quoting() async throws {
    let device = await world.device("desk")
    await device.setFaults(.offline)
    let client = await world.client("desk", store: store)
    try await client.start()
    let draft = try client.messageDraft(for: DraftKey(channelId: client.place(with: "ana")))
    draft.update(text: "first")
    _ = try draft.beginSend()
    await settle("the message in the outbox") { client.pendingWork(in: place).count == 1 }
    try draft.addQuote(try #require(client.pendingWork(in: place).first?.message))
    draft.update(text: "second")
    let second = try draft.beginSend()
    await device.setFaults(.none)
    client.retryNow()
    _ = try await second.timetoken()
    let id = try #require(try await direct())
    let last = try await world.device("probe").messages(MessageQuery(channelId: id)).elements.last
    #expect(last?.quoted?.elements.text == "first" && last?.quoted?.channelId == id)
    try await client.stop()
  }

  @Test("No service uses ids of this form, and a message without a channel stays")
  func reserved() async throws {
    let device = await world.device("desk")
    await #expect(throws: ChatError.self) {
      _ = try await device.createChannel(NewChannel(id: place, type: .public))
    }
    let client = try await started()
    let draft = try client.messageDraft(for: DraftKey(channelId: .nowhere))
    draft.update(text: "to nobody")
    await #expect(throws: OutboxError.self) { try await draft.send() }
    #expect(draft.text == "to nobody")
    try await client.stop()
  }
}
