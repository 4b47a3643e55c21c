import ChatDomain
import Testing

@testable import ChatControllers

@Suite("How outbox entries ended", .watched)
struct OutboxResultsTests {
  @Test("Somebody who waited for what another entry took the place of can stop waiting")
  func cancelsAfterMove() async {
    let results = OutboxResults()
    let waiting = Task.immediate { await results.wait(for: "old") }
    results.move(from: "old", to: "new")
    waiting.cancel()
    #expect(await waiting.value.outcome == .failure(.failed(.cancelled)))
  }

  @Test(
    "Who waits for the old entry hears how the new one ended, and a second waiter stays when the first leaves"
  )
  func movesTogether() async {
    let results = OutboxResults()
    let first = Task.immediate { await results.wait(for: "old") }
    let second = Task.immediate { await results.wait(for: "new") }
    results.move(from: "old", to: "new")
    first.cancel()
    #expect(await first.value.outcome == .failure(.failed(.cancelled)))
    results.end("new", .success(nil))
    #expect(await second.value.outcome == .success(nil))
    #expect(results.answer(to: "new")?.outcome == .success(nil))
  }
}
