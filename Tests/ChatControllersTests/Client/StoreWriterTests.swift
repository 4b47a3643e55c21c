import ChatDomain
import InMemoryService
import Testing

@testable import ChatControllers

@MainActor
@Suite("The writer of the store", .watched)
struct StoreWriterTests {
  @Test("What was added and not written yet is written when it stops")
  func stop() async throws {
    let store = InMemoryStore()
    let writer = StoreWriter(
      store: store, clock: ManualClock(), board: NoticeBoard(), configuration: ClientConfiguration())
    writer.add([.saveEventToken("last")])
    #expect(try await store.eventToken() == nil)
    await writer.stop()
    #expect(try await store.eventToken() == "last")
  }
}
