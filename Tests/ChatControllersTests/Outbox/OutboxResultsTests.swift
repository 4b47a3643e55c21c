import ChatDomain
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("Results of outbox entries", .watched)
struct OutboxResultsTests {
  @Test("A caller moved to a replacing entry can stop waiting")
  func cancelsAfterMove() async {
    let results = OutboxResults()
    let waiting = Task.immediate { await results.wait(for: "old") }
    results.move(from: "old", to: "new")
    waiting.cancel()
    #expect(await waiting.value == .failure(.failed(.cancelled)))
  }

  @Test(
    "Callers of a replaced entry get the new result, and each can leave separately"
  )
  func movesTogether() async {
    let results = OutboxResults()
    let first = Task.immediate { await results.wait(for: "old") }
    let second = Task.immediate { await results.wait(for: "new") }
    results.move(from: "old", to: "new")
    first.cancel()
    #expect(await first.value == .failure(.failed(.cancelled)))
    results.end("new", .success(nil))
    #expect(await second.value == .success(nil))
    #expect(results.answer(to: "new") == .success(nil))
  }
}
