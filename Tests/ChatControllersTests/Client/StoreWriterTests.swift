import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@MainActor
@Suite("The writer of the store", .watched)
struct StoreWriterTests {
  private static func writer(of store: any LocalStore) -> StoreWriter {
    StoreWriter(
      store: store, clock: ManualClock(), board: NoticeBoard(), configuration: ClientConfiguration())
  }

  @Test("Unwritten changes are written when the writer stops")
  func stop() async throws {
    let store = InMemoryStore()
    let writer = Self.writer(of: store)
    writer.add([.saveEventToken("last")])
    #expect(try await store.eventToken() == nil)
    await writer.stop()
    #expect(try await store.eventToken() == "last")
  }

  @Test("Text typed while the store is read again is in the batch that the caller awaits")
  func typedWhileReading() async throws {
    let store = InheritedStore()
    await store.release()
    let writer = Self.writer(of: store)
    var latest: [StoreChange] = []
    writer.latestChanges = {
      defer { latest = [] }
      return latest
    }
    var reading: CheckedContinuation<Void, Never>?
    writer.readAgain = { await withCheckedContinuation { reading = $0 } }
    writer.add([.saveEventToken("first")])
    writer.save { _ in }
    await settle("the reading", until: { reading != nil })
    var session = SessionState()
    session.openChannel = "general"
    latest = [.saveSession(session)]
    var answers: [StoreError?] = []
    writer.save { answers.append($0) }
    reading?.resume()
    await settle("the answer", until: { !answers.isEmpty })
    #expect(answers == [nil])
    #expect(try await store.session() == session)
    #expect(try await store.eventToken() == "first")
  }

  @Test("A frame waits for typed text and everything before it, but not for cached data")
  func copies() async throws {
    let store = GatedStore()
    let writer = Self.writer(of: store)
    var latest: [StoreChange] = []
    writer.latestChanges = {
      defer { latest = [] }
      return latest
    }
    var answers: [String] = []
    func save(_ name: String) { writer.save { answers.append($0 == nil ? name : "\(name) failed") } }
    await store.close(.writing)
    writer.add([.saveEventToken("first")])
    save("copies")
    #expect(answers == ["copies"], "the store has not answered")
    writer.add([.saveEventToken("second")])
    save("copies that are being written")
    #expect(answers.count == 2)
    await store.open(.writing)
    await settle("the copy that came meanwhile", until: { await store.batches.count == 2 })

    await store.close(.writing)
    writer.add([.saveEventToken("third")])
    save("copies again")
    writer.add([.saveSession(SessionState())])
    save("a session")
    #expect(answers == ["copies", "copies that are being written", "copies again"], "it may have words")
    await store.open(.writing)
    await settle("the session", until: { answers.count == 4 })
    answers.removeLast(2)
    await store.close(.writing)
    writer.add([.saveEventToken("fourth")])
    save("copies before a key")
    answers.removeLast()

    latest = [.deleteDraft(DraftKey(channelId: "general"))]
    save("a key meanwhile")
    #expect(answers.count == 2)
    save("a frame behind it")
    #expect(answers.count == 2, "the word of the frame before is not written yet")
    await store.open(.writing)
    await settle("the answers", until: { answers.count == 4 })
    #expect(answers.suffix(2) == ["a key meanwhile", "a frame behind it"])
    #expect(
      await store.batches.suffix(2) == [
        [.saveEventToken("fourth")], [.deleteDraft(DraftKey(channelId: "general"))],
      ])

    await store.close(.writing)
    latest = [.deleteDraft(DraftKey(channelId: "general"))]
    save("a key")
    save("a frame while it is written")
    #expect(answers.count == 4)
    await store.open(.writing)
    await settle("the answers", until: { answers.count == 6 })
    await writer.stop()
  }

  @Test(
    "A failed deletion of history is not repeated later"
  )
  func forgetsNothingLater() {
    var backlog = StoreBacklog()
    backlog.append([.saveEventToken("first")])
    #expect(backlog.begin() == [.saveEventToken("first")])
    backlog.append([.forgetHistory(nil), .saveEventToken("second")])
    backlog.putBack(isFinal: true)
    #expect(backlog.begin() == [.saveEventToken("second")])
    backlog.append([.forgetHistory(nil)])
    backlog.putBack(isFinal: false)
    #expect(backlog.begin() == [.saveEventToken("second"), .forgetHistory(nil)])
  }
}
