import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// "Drafts, exactly", rules 3, 5, 8 and 9, and R7 to R10, with two devices of one person.
@Suite(.watched) struct DraftSyncTests {
  let world: DraftWorld
  let key = DraftWorld.general

  init() async throws { world = try await DraftWorld() }

  /// Two connected clients with separate stores.
  private func pair() async throws -> (desk: ChatClient, phone: ChatClient) {
    let desk = await world.client("desk")
    let phone = await world.client("phone")
    for client in [desk, phone] {
      try await client.start()
      await settle { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil }
    }
    return (desk, phone)
  }

  /// A desk that receives no events, as over a connection that can only send, and a phone that does.
  private func deafPair() async throws -> (desk: ChatClient, phone: ChatClient) {
    let desk = await world.client("desk")
    let phone = await world.client("phone")
    try await desk.engine.drafts.saver.load()
    desk.engine.outbox.start()
    desk.engine.drafts.start()
    desk.engine.board.post(.connection(.online))
    try await phone.start()
    for client in [desk, phone] { await settle { client.engine.drafts.publisher.catchingUp == nil } }
    return (desk, phone)
  }

  private func served() async throws -> DraftMessage? {
    try await world.device("third").draft(for: key)
  }

  private func isServed(_ text: String?) async -> Bool {
    do { return try await served()?.text == text } catch { return false }
  }

  private func stop(_ clients: ChatClient...) async throws {
    for client in clients {
      try await client.stop()
      // `stop` does nothing for the client that was only started in part.
      client.engine.drafts.stop()
      await client.engine.outbox.stop()
    }
  }

  @Test("R8, 3: a draft is published after a pause in typing, and at once when it is left")
  func debounces() async throws {
    let (desk, phone) = try await pair()
    let draft = try desk.draft()
    let device = await world.device("desk")
    draft.update(text: "h")
    world.clock.advance(by: .seconds(1))
    draft.update(text: "he")
    await settle()
    world.clock.advance(by: .milliseconds(1500))
    await settle()
    #expect(device.requestCounts[.saveDraft] == nil)
    world.clock.advance(by: .seconds(1))
    await settle { await isServed("he") }
    #expect(device.requestCounts[.saveDraft] == 1)
    draft.update(text: "hello")
    await desk.closeComposer(for: key)?.value
    #expect(try await served()?.text == "hello")
    await settle { (try? phone.draft().text) == "hello" }
    try await stop(desk, phone)
  }

  @Test("3: stopping publishes all drafts, and an unchanged one is not published again")
  func publishesAll() async throws {
    let (desk, phone) = try await pair()
    try desk.draft().update(text: "general")
    try desk.draft(for: DraftWorld.lobby, type: .public).update(text: "lobby")
    try await stop(desk, phone)
    #expect(try await served()?.text == "general")
    #expect(try await world.device("third").draft(for: DraftWorld.lobby)?.text == "lobby")
    let device = await world.device("desk")
    let saves = device.requestCounts[.saveDraft]
    try await desk.start()
    await settle { desk.connection == .online }
    desk.closeComposer(for: key)
    try await stop(desk)
    #expect(device.requestCounts[.saveDraft] == saves)
  }

  @Test("5: sending deletes the draft on the other device too, where its text goes into the history")
  func publishing() async throws {
    let (desk, phone) = try await pair()
    let draft = try desk.draft()
    draft.update(text: "hello")
    await desk.closeComposer(for: key)?.value
    let other = try phone.draft()
    await settle { other.text == "hello" }
    try await draft.send()
    await settle { other.text.isEmpty }
    #expect(try await served() == nil)
    #expect(try await phone.draftHistory().first?.reason == .replaced)
    #expect(try await phone.store.draft(for: key) == nil)
    try await stop(desk, phone)
  }

  @Test("R9, 8: an unchanged draft becomes that of the other device, without a typing signal")
  func takes() async throws {
    let (desk, phone) = try await pair()
    let draft = try phone.draft()
    let log = ListenerLog()
    draft.addChangeListener(log)
    try desk.draft().update(text: "from the desk")
    await desk.closeComposer(for: key)?.value
    await settle { draft.text == "from the desk" }
    #expect(log.texts == ["from the desk"])
    try await phone.flush()
    #expect(try await phone.store.draft(for: key)?.content.text == "from the desk")
    #expect(await world.device("phone").requestCounts[.setTyping] == nil)
    #expect(await world.device("phone").requestCounts[.saveDraft] == nil)
    try await stop(desk, phone)
  }

  @Test("8: changes in different places are merged, the caret stays, and both devices agree")
  func merges() async throws {
    let (desk, phone) = try await pair()
    let one = try desk.draft()
    let other = try phone.draft()
    one.update(text: "send it on Monday")
    await desk.closeComposer(for: key)?.value
    await settle { other.text == "send it on Monday" }
    other.update(text: "please send it on Monday")
    other.caret = 6
    one.update(text: "send it on Tuesday")
    await desk.closeComposer(for: key)?.value
    await settle { other.text == "please send it on Tuesday" }
    #expect(other.caret == 6)
    await phone.closeComposer(for: key)?.value
    await settle { one.text == "please send it on Tuesday" }
    #expect(try await phone.draftHistory().isEmpty)
    try await stop(desk, phone)
  }

  @Test(
    "R9, 8: of changes to the same words ours stays, theirs goes into the history, and a notice reports it")
  func conflicts() async throws {
    let (desk, phone) = try await pair()
    var changes: [DraftChange] = []
    let subscription = phone.subscribe { if case .draft(let change) = $0 { changes.append(change) } }
    let one = try desk.draft()
    let other = try phone.draft()
    one.update(text: "send it on Monday")
    await desk.closeComposer(for: key)?.value
    await settle { other.text == "send it on Monday" }
    other.update(text: "send it on Friday")
    one.update(text: "send it on Tuesday")
    await desk.closeComposer(for: key)?.value
    await settle { changes.contains(DraftChange(key: key, cause: .merged(conflicts: 1))) }
    #expect(other.text == "send it on Friday")
    let entry = try #require(try await phone.draftHistory().first)
    #expect(entry.elements.text == "send it on Tuesday" && entry.reason == .merged)
    await phone.closeComposer(for: key)?.value
    await settle { one.text == "send it on Friday" }
    #expect(try await desk.draftHistory().first?.elements.text == "send it on Tuesday")
    subscription.cancel()
    try await stop(desk, phone)
  }

  @Test("8: a conflict found only through the answer is merged and published again")
  func mergesOnAnswer() async throws {
    let (desk, phone) = try await deafPair()
    let draft = try desk.draft()
    draft.update(text: "one two")
    await desk.closeComposer(for: key)?.value
    await settle { (try? phone.draft().text) == "one two" }
    try phone.draft().update(text: "one two three")
    await phone.closeComposer(for: key)?.value
    draft.update(text: "zero one two")
    await desk.closeComposer(for: key)?.value
    #expect(draft.text == "zero one two three")
    #expect(try await served()?.text == "zero one two three")
    try await stop(desk, phone)
  }

  @Test("R9, 8: older revisions and echoes of this device's versions are ignored")
  func ignoresEchoes() async throws {
    let (desk, phone) = try await pair()
    let draft = try desk.draft()
    draft.update(text: "one")
    await desk.closeComposer(for: key)?.value
    let old = try #require(try await served())
    draft.update(text: "one two")
    await desk.closeComposer(for: key)?.value
    draft.update(text: "one two three")
    desk.engine.board.post(.event(.draftUpdated(DraftUpdatedEvent(draftMessage: old))))
    desk.engine.board.post(
      .event(.draftDeleted(DraftDeletedEvent(key: key, revision: 1, deletedBy: "phone"))))
    #expect(draft.text == "one two three")
    #expect(draft.shared.sync.ancestor?.revision == 2)
    #expect(try await desk.draftHistory().isEmpty)
    try await stop(desk, phone)
  }

  @Test("8: after a deletion elsewhere an unchanged draft is emptied, and a changed one is published again")
  func deletedElsewhere() async throws {
    let (desk, phone) = try await pair()
    let draft = try desk.draft()
    draft.update(text: "words")
    await desk.closeComposer(for: key)?.value
    await settle { (try? phone.draft().text) == "words" }
    draft.update(text: "words and more")
    try phone.draft().update(text: "")
    await phone.closeComposer(for: key)?.value
    #expect(try await served() == nil)
    await settle { draft.shared.sync.ancestor?.content == nil }
    #expect(draft.text == "words and more")
    await desk.closeComposer(for: key)?.value
    #expect(try await served()?.text == "words and more")
    await settle { (try? phone.draft().text) == "words and more" }
    try phone.draft().update(text: "")
    await phone.closeComposer(for: key)?.value
    await settle { draft.text.isEmpty }
    #expect(try await desk.draftHistory().first?.reason == .replaced)
    try await stop(desk, phone)
  }

  @Test("9: without a connection everything works, and only the last version is published afterwards")
  func worksOffline() async throws {
    let (desk, phone) = try await pair()
    let device = await world.device("desk")
    await device.setFaults(.offline)
    let draft = try desk.draft()
    for text in ["a", "ab", "abc"] {
      draft.update(text: text)
      world.clock.advance(by: .seconds(24 * 3600))
      await settle()
    }
    try await desk.flush()
    #expect(try await desk.store.draft(for: key)?.content.text == "abc")
    #expect(try await served() == nil)
    await device.setFaults(.none)
    await settle {
      world.clock.advance(by: .seconds(30))
      return await isServed("abc")
    }
    #expect(try await served()?.revision == 1)
    try await stop(desk, phone)
  }

  @Test("9: a draft cleared without a connection stays empty after a restart, and is then deleted")
  func remembersDeletion() async throws {
    let store = InMemoryStore()
    let device = await world.device("desk")
    let first = await world.client("desk", store: store)
    try await first.start()
    try first.draft().update(text: "words")
    await first.closeComposer(for: key)?.value
    await device.setFaults(.offline)
    try first.draft().update(text: "")
    try await stop(first)
    #expect(try await served()?.text == "words")
    let second = await world.client("desk", store: store)
    try await second.start()
    #expect(try second.draft().text.isEmpty && second.draftMessages().isEmpty)
    await device.setFaults(.none)
    await settle {
      world.clock.advance(by: .seconds(30))
      return await isServed(nil)
    }
    await settle { (try? await store.draft(for: key)) == .some(nil) }
    try await stop(second)
  }

  @Test("8: after a lost answer nothing is duplicated or merged")
  func losesAnswers() async throws {
    let (desk, phone) = try await deafPair()
    let device = await world.device("desk")
    var faults = ServiceFaults()
    faults.answerLoss = 1
    await device.setFaults(faults)
    let draft = try desk.draft()
    draft.update(text: "one")
    await desk.closeComposer(for: key)?.value
    draft.update(text: "one two")
    await device.setFaults(.none)
    await desk.closeComposer(for: key)?.value
    #expect(draft.text == "one two")
    #expect(try await served()?.text == "one two")
    await device.setFaults(faults)
    draft.update(text: "one two three")
    await desk.closeComposer(for: key)?.value
    // The service has this device's version, however different the current one is.
    draft.update(text: "something else")
    await device.setFaults(.none)
    await desk.closeComposer(for: key)?.value
    #expect(draft.text == "something else")
    #expect(try await served()?.text == "something else")
    #expect(try await desk.draftHistory().isEmpty)
    try await stop(desk, phone)
  }

  @Test("R10, 8: a list without a draft deletes nothing, and a service that lost it receives it again")
  func survivesForgetting() async throws {
    let store = InMemoryStore()
    let first = await world.client("desk", store: store)
    try await first.start()
    try first.draft().update(text: "words")
    try await stop(first)
    // The same device, and a service that has lost everything.
    let other = try await DraftWorld()
    let second = ChatClient(service: await other.device("desk"), store: store, clock: other.clock)
    try await second.start()
    await settle {
      other.clock.advance(by: .seconds(5))
      return (try? await other.device("third").draft(for: key))??.text == "words"
    }
    #expect(try second.draft().text == "words")
    try await stop(second)
  }

  @Test("R10: missed updates and deletions are caught up")
  func resynchronises() async throws {
    let (desk, phone) = try await deafPair()
    let lobby = DraftWorld.lobby
    try desk.draft().update(text: "goes")
    try desk.draft(for: lobby, type: .public).update(text: "changes")
    await desk.closeComposer(for: key)?.value
    await desk.closeComposer(for: lobby)?.value
    await settle { (try? phone.draft(for: lobby, type: .public).text) == "changes" }
    try phone.draft().update(text: "")
    try phone.draft(for: lobby, type: .public).update(text: "changed")
    await phone.closeComposer(for: key)?.value
    await phone.closeComposer(for: lobby)?.value
    #expect(try desk.draft().text == "goes")
    desk.engine.board.post(.eventsMissed)
    desk.engine.board.post(.connection(.online))
    await settle { (try? desk.draft().text) == "" }
    #expect(try desk.draft(for: lobby, type: .public).text == "changed")
    try await stop(desk, phone)
  }

  @Test("Text written after sending is not merged with the sent text")
  func startsAnew() async throws {
    let (desk, phone) = try await deafPair()
    let draft = try desk.draft()
    draft.update(text: "see you on Monday")
    await desk.closeComposer(for: key)?.value
    await settle { (try? phone.draft().text) == "see you on Monday" }
    try phone.draft().update(text: "see you on Monday please")
    await phone.closeComposer(for: key)?.value
    // Typed as soon as the draft is empty: a moment later it would have the phone's text.
    var typing: Task<Void, Never>?
    let listener = ClosureMessageDraftChangeListener { elements, _ in
      if elements.isEmpty, typing == nil { typing = Task { draft.update(text: "see you at ten") } }
    }
    draft.addChangeListener(listener)
    _ = try await draft.send()
    await typing?.value
    await desk.closeComposer(for: key)?.value
    #expect(draft.text == "see you at ten")
    #expect(try await desk.draftHistory().map(\.elements.text).contains("see you on Monday please"))
    try await stop(desk, phone)
  }

  @Test(
    "Unanswered versions are remembered once each, up to a limit, and not at all offline")
  func boundsUnanswered() async throws {
    let (desk, phone) = try await pair()
    let device = await world.device("desk")
    let draft = try desk.draft()
    await device.setFaults(.offline)
    for number in 0..<40 {
      draft.update(text: "offline \(number)")
      await desk.closeComposer(for: key)?.value
    }
    #expect(draft.shared.sync.unanswered.isEmpty)
    await device.setFaults(.with { $0.answerLoss = 1 })
    draft.update(text: "lost")
    await desk.closeComposer(for: key)?.value
    await desk.closeComposer(for: key)?.value
    #expect(draft.shared.sync.unanswered == [DraftDigest(DraftContent(elements: [.plainText(text: "lost")]))])
    for number in 0..<40 {
      _ = draft.shared.sync.beginRequest(for: DraftContent(elements: [.plainText(text: "\(number)")]))
    }
    #expect(draft.shared.sync.unanswered.count == 32)
    await device.setFaults(.none)
    try await stop(desk, phone)
  }
}
