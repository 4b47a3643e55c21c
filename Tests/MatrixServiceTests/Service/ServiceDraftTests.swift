import ChatDomain
import DraftEngine
import HTTPTransport
import InMemoryService
import JSON
import TestSupport
import Testing

@testable import MatrixService

/// Drafts shared with another device, simulated by the test.
@Suite("Drafts and another device")
struct ServiceDraftTests {
  private static let key = DraftKey(channelId: Said.hill)
  private static let slot = "chat.inkwell.draft.PHONE"

  private static func content(_ text: String) -> DraftContent {
    DraftContent(elements: [.plainText(text: text)])
  }

  private static func save(
    _ text: String, over revision: DraftRevision, _ desk: ServiceDesk
  ) async throws(ChatError) -> DraftMessage {
    let dates = DraftDates(createdAt: desk.clock.now, updatedAt: desk.clock.now)
    return try await desk.service.saveDraft(content(text), for: key, over: revision, dates: dates)
  }

  private static func entry(_ revision: Int, _ text: String) -> String {
    #""main":{"rev":\#(revision),"base":\#(revision - 1),"content":{"markup":"\#(text)"},"created":1,"updated":2,"deleted":false}"#
  }

  private static func claim(_ revision: Int) -> String { #""claim":{"key":"main","rev":\#(revision)}"# }

  /// The writes of this device to its slot.
  private static func writes(_ desk: ServiceDesk) -> [String] {
    desk.server.requests.filter { $0.method == .put && $0.url.contains("draft.LAPTOP") }.map(\.text)
  }

  @Test("A draft is claimed, then saved, and still there after a restart")
  func saves() async throws {
    let desk = try await ServiceDesk.onHill()
    #expect(try await Self.save("one", over: 0, desk).revision == 1)
    #expect(try await Self.save("two", over: 1, desk).revision == 2)
    #expect(Self.writes(desk).map { $0.contains("claim") } == [true, false, true, false])
    await desk.close()
    let again = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    #expect(try await again.service.draft(for: Self.key)?.content.text == "two")
    await again.close()
  }

  @Test("With local drafts no request contains draft text, and other devices' drafts are ignored")
  func kept() async throws {
    let server = Homeserver()
    server.happen(Said.foundation())
    let desk = try ServiceDesk(server, keepsDrafts: false)
    #expect(!desk.service.abilities.contains(.keepsDrafts))
    _ = try await desk.service.currentEventToken()
    let events = EventTap(try await desk.service.events(after: nil))
    let refusal = ChatError.refused(.notSupported(.keepsDrafts))
    #expect(
      await failure { () async throws(ChatError) in try await Self.save("secret words", over: 0, desk) }
        == refusal)
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.deleteDraft(for: Self.key, over: 0)
      }
        == refusal)
    #expect(
      await failure { () async throws(ChatError) in try await desk.service.draft(for: Self.key) } == refusal)
    server.set(Self.slot, "{\(Self.entry(1, "theirs"))}")
    server.happen(Said.text("$1", "one", at: 1))
    let told = await events.next()
    #expect(told.first?.event.gist == "created $1", "\(told)")
    #expect(server.requests.allSatisfy { !$0.url.contains("draft") && !$0.text.contains("secret") })
    await desk.close()
    // After switching sync on again, the drafts that others wrote meanwhile arrive.
    let again = try ServiceDesk(server, on: desk.folder, clock: desk.clock)
    #expect(try await again.service.draft(for: Self.key)?.content.text == "theirs")
    await again.close()
  }

  @Test("The last page of drafts is marked as last, even if it is full", arguments: 1...5)
  func pages(size: Int) async throws {
    let desk = try await ServiceDesk.onHill(2)
    let keys = [nil, "$0", "$1"].map { DraftKey(channelId: Said.hill, parentId: $0) }
    for key in keys {
      desk.clock.advance(by: .seconds(1))
      let dates = DraftDates(createdAt: desk.clock.now, updatedAt: desk.clock.now)
      _ = try await desk.service.saveDraft(Self.content("words"), for: key, over: 0, dates: dates)
    }
    var query = DraftListQuery(pagination: Pagination(pageSize: size))
    var pages: [[DraftKey]] = []
    repeat {
      let page = try await desk.service.drafts(query)
      pages.append(page.elements.map(\.key))
      query.pagination.cursor = page.next
    } while query.pagination.cursor != nil && pages.count < 9
    #expect(pages.flatMap(\.self) == keys.reversed())
    #expect(pages.count == (keys.count + size - 1) / size)
    await desk.close()
  }

  @Test("Another device's save or deletion is never overwritten before it was seen")
  func conflict() async throws {
    let desk = try await ServiceDesk.onHill()
    _ = try await Self.save("mine", over: 0, desk)
    desk.server.set(Self.slot, "{\(Self.entry(2, "theirs"))}")
    let saving = await failure { () async throws(ChatError) in try await Self.save("again", over: 1, desk) }
    guard case .draftConflict(let current?, 2) = saving else { throw Unexpected(saving) }
    #expect(current.content.text == "theirs")
    let deleting = await failure { () async throws(ChatError) in
      try await desk.service.deleteDraft(for: Self.key, over: 1)
    }
    #expect(deleting == .draftConflict(current: current, revision: 2))
    #expect(Self.writes(desk).count == 2)
    try await desk.service.deleteDraft(for: Self.key, over: 2)
    #expect(try await desk.service.draft(for: Self.key) == nil)
    await desk.close()
  }

  @Test(
    "A sent draft that may still arrive keeps its revision, also after a restart",
    arguments: [false, true])
  func unanswered(isRestarted: Bool) async throws {
    var desk = try await ServiceDesk.onHill()
    for fault in [Homeserver.Fault.passed, .failure(.timedOut(.sent))] {
      desk.server.fail("draft.LAPTOP", fault)
    }
    let saving = await failure { () async throws(ChatError) in try await Self.save("first", over: 0, desk) }
    #expect(saving == .connection(.timedOut))
    if isRestarted {
      await desk.close()
      desk = try ServiceDesk(desk.server, on: desk.folder, clock: desk.clock)
    }
    let second = try await Self.save("second", over: 0, desk)
    #expect(second.revision == 2 && second.content.text == "second")
    // All requests were answered.
    #expect(try await Self.save("third", over: 2, desk).revision == 3)
    await desk.close()
  }

  @Test("Going offline during a save does not report that nothing was saved")
  func offlineAfterwards() async throws {
    let desk = try await ServiceDesk.onHill()
    _ = try await Self.save("here", over: 0, desk)
    let before = desk.server.count("/sync")
    _ = try await Self.save("there", over: 1, desk)
    // Fail the last sync, after everything was written.
    desk.server.fail("/sync", .passed, times: desk.server.count("/sync") - before - 1)
    desk.server.fail("/sync", .failure(.cannotConnect(host: "h")))
    let saving = await failure { () async throws(ChatError) in try await Self.save("elsewhere", over: 2, desk)
    }
    #expect(saving == .connection(.interrupted))
    #expect(try await desk.service.draft(for: Self.key)?.content.text == "elsewhere")
    await desk.close()
  }

  @Test("Of two saves with the same revision one counts, and both devices are notified")
  func sameNumber() async throws {
    let desk = try await ServiceDesk.onHill()
    #expect(try await Self.save("mine", over: 0, desk).revision == 1)
    let events = EventTap(try await desk.service.events(after: nil))
    desk.server.set(Self.slot, "{\(Self.entry(1, "theirs"))}")
    guard case .draftUpdated(let update)? = await events.next().first?.event else {
      throw Unexpected("nothing is told")
    }
    #expect(update.draftMessage.revision == 2 && update.draftMessage.content.text == "theirs")
    #expect(try await desk.service.draft(for: Self.key)?.revision == 2)
    let saving = await failure { () async throws(ChatError) in try await Self.save("more", over: 1, desk) }
    guard case .draftConflict(_, 2) = saving else { throw Unexpected(saving) }
    #expect(try await Self.save("both", over: 2, desk).revision == 3)
    #expect(try await desk.service.draft(for: Self.key)?.content.text == "both")
    await desk.close()
  }

  @Test("Of two concurrent claims both back off, and the first to retry wins")
  func bothClaim() async throws {
    let desk = try await ServiceDesk.onHill()
    let latch = Latch()
    desk.server.hold("draft.LAPTOP", at: latch)
    let saving = Task { () async throws(ChatError) -> DraftMessage in
      try await Self.save("mine", over: 0, desk)
    }
    await desk.server.until { $0.contains { $0.url.contains("draft.LAPTOP") } }
    desk.server.set(Self.slot, "{\(Self.claim(1))}")
    desk.server.release()
    latch.open()
    // This device sees the other claim, and backs off.
    await desk.clock.waitForSleepers()
    #expect(Self.writes(desk).map { $0.contains("claim") } == [true, false])
    desk.server.set(Self.slot, "{\(Self.entry(1, "theirs"))}")
    while desk.clock.advanceToNextSleeper() {}
    let outcome = await saving.result
    guard case .failure(ChatError.draftConflict(let current?, 1)) = outcome else { throw Unexpected(outcome) }
    #expect(current.content.text == "theirs")
    #expect(!Self.writes(desk).contains { $0.contains("mine") })
    await desk.close()
  }

  @Test(
    "Text that arrives after its claim was taken over is merged"
  )
  func lateWords() async throws {
    let desk = try await ServiceDesk.onHill()
    let (claim, words) = (Latch(), Latch())
    desk.server.hold("draft.LAPTOP", at: claim)
    let saving = Task { () async throws(ChatError) -> DraftMessage in
      try await Self.save("mine", over: 0, desk)
    }
    await claim.untilHeld()
    desk.server.release()
    desk.server.hold("draft.LAPTOP", at: words)
    claim.open()
    await words.untilHeld()
    desk.server.set(Self.slot, "{\(Self.entry(1, "theirs"))}")
    desk.server.release()
    words.open()
    let outcome = await saving.result
    guard case .failure(ChatError.draftConflict(let current?, 2)) = outcome else { throw Unexpected(outcome) }
    #expect(current.content.text == "theirs")
    #expect(try await Self.save("mine and theirs", over: 2, desk).revision == 3)
    await desk.close()
  }

  @Test("A draft saved before encryption can be deleted, and nothing more is saved")
  func deletedLater() async throws {
    let desk = try await ServiceDesk.onHill()
    _ = try await Self.save("open words", over: 0, desk)
    desk.server.happen(
      Said.state("$enc", "m.room.encryption", at: 5, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#))
    #expect(
      await failure { () async throws(ChatError) in try await Self.save("more", over: 1, desk) }
        == .refused(.encryptedChannel))
    try await desk.service.deleteDraft(for: Self.key, over: 1)
    #expect(try await desk.service.draft(for: Self.key) == nil)
    #expect(Self.writes(desk).last?.contains("open words") == false)
    await desk.close()
  }

  @Test("A claim left by a crash blocks for at most ten seconds")
  func leftClaim() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.set(Self.slot, "{\(Self.claim(1))}")
    _ = try await desk.service.currentEventToken()
    desk.clock.advance(by: .seconds(9))
    let saving = Task { () async throws(ChatError) -> DraftMessage in
      try await Self.save("mine", over: 0, desk)
    }
    await desk.clock.waitForSleepers()
    #expect(Self.writes(desk).isEmpty)
    desk.clock.advance(by: .seconds(1))
    #expect(try await saving.value.revision == 1)
    await desk.close()
  }

  @Test("A claim withdrawn and repeated is valid")
  func claimedAgain() async throws {
    let desk = try await ServiceDesk.onHill()
    desk.server.set(Self.slot, "{\(Self.claim(1))}")
    _ = try await desk.service.currentEventToken()
    // The claim is withdrawn, and repeated much later.
    desk.server.set(Self.slot, "{}")
    _ = try await desk.service.currentEventToken()
    desk.clock.advance(by: .seconds(60))
    desk.server.set(Self.slot, "{\(Self.claim(1))}")
    let saving = Task { () async throws(ChatError) -> DraftMessage in
      try await Self.save("mine", over: 0, desk)
    }
    await desk.clock.waitForSleepers()
    #expect(Self.writes(desk).isEmpty)
    desk.clock.advance(by: .seconds(10))
    _ = try await saving.value
    await desk.close()
  }

  @Test("After a lost answer the draft is saved, and retrying reports that", arguments: [1, 2])
  func lost(_ which: Int) async throws {
    let desk = try await ServiceDesk.onHill()
    if which == 2 {
      // The claim arrives; the answer to the save is lost.
      let latch = Latch()
      desk.server.hold("draft.LAPTOP", at: latch)
      let saving = Task { () async throws(ChatError) -> DraftMessage in
        try await Self.save("mine", over: 0, desk)
      }
      await desk.server.until { $0.contains { $0.url.contains("draft.LAPTOP") } }
      desk.server.fail("draft.LAPTOP", .lost)
      desk.server.release()
      latch.open()
      await #expect(throws: ChatError.connection(.interrupted)) { try await saving.value }
    } else {
      desk.server.fail("draft.LAPTOP", .lost)
      #expect(
        await failure { () async throws(ChatError) in try await Self.save("mine", over: 0, desk) }
          == .connection(.interrupted))
    }
    #expect(try await Self.save("mine", over: 0, desk).revision == 1)
    #expect(try await desk.service.draft(for: Self.key)?.content.text == "mine")
    await desk.close()
  }

  @Test("A draft that is too large is refused before a claim")
  func tooLarge() async throws {
    let desk = try await ServiceDesk.onHill()
    let text = String(repeating: "x", count: DraftSlot.byteLimit)
    let error = await failure { () async throws(ChatError) in try await Self.save(text, over: 0, desk) }
    guard case .refused(.messageTooLong) = error else { throw Unexpected(error) }
    #expect(Self.writes(desk).isEmpty)
    await desk.close()
  }

  @Test("A slot full of deletions still takes drafts")
  func fullOfDeletions() async throws {
    let server = Homeserver()
    server.happen(Said.foundation())
    let entries = (0..<800).map {
      #""$root-\#($0)":{"rev":2,"base":1,"created":1,"updated":\#($0),"deleted":true}"#
    }
    server.set("chat.inkwell.draft.LAPTOP", "{\(entries.joined(separator: ","))}")
    let desk = try ServiceDesk(server)
    #expect(try await Self.save(String(repeating: "x", count: 9000), over: 0, desk).revision == 1)
    #expect(Self.writes(desk).allSatisfy { $0.utf8.count <= DraftSlot.byteLimit + 100 })
    await desk.close()
  }

  @Test("No draft is saved in an encrypted room, even if it becomes encrypted after the claim")
  func encrypted() async throws {
    let desk = try await ServiceDesk.onHill()
    let latch = Latch()
    desk.server.hold("draft.LAPTOP", at: latch)
    let saving = Task { () async throws(ChatError) -> DraftMessage in
      try await Self.save("secret", over: 0, desk)
    }
    await desk.server.until { $0.contains { $0.url.contains("draft.LAPTOP") } }
    desk.server.happen(
      Said.state("$enc", "m.room.encryption", at: 5, #"{"algorithm":"m.megolm.v1.aes-sha2"}"#))
    desk.server.release()
    latch.open()
    await desk.clock.waitForSleepers()
    while desk.clock.advanceToNextSleeper() {}
    await #expect(throws: ChatError.refused(.encryptedChannel)) { try await saving.value }
    #expect(!Self.writes(desk).contains { $0.contains("secret") })
    await desk.close()
  }
}
