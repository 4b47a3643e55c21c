import ChatTestSupport
import InMemoryService
import Testing

/// Waits for an answer that may never come.
func answer<Answer: Sendable>(
  _ awaited: @autoclosure () -> String = "an answer", sourceLocation: SourceLocation = #_sourceLocation,
  _ ask: @escaping @MainActor () async throws -> Answer
) async throws -> Answer {
  var result: Result<Answer, any Error>?
  let asking = Task {
    do { result = .success(try await ask()) } catch { result = .failure(error) }
  }
  await settle(awaited(), until: { result != nil }, sourceLocation: sourceLocation)
  asking.cancel()
  guard let result else { throw NoAnswer() }
  return try result.get()
}

/// Reads a stream until an element matches.
func first<Element: Sendable>(
  in stream: some AsyncSequence<Element, any Error> & Sendable,
  sourceLocation: SourceLocation = #_sourceLocation,
  where fits: @escaping @MainActor (Element) -> Bool
) async throws -> Element {
  try await answer("the element of a stream", sourceLocation: sourceLocation) {
    for try await element in stream where fits(element) { return element }
    throw NoAnswer()
  }
}

/// The same for a stream that cannot fail.
@discardableResult
func first<Element: Sendable>(
  in stream: AsyncStream<Element>, sourceLocation: SourceLocation = #_sourceLocation,
  where fits: @escaping @MainActor (Element) -> Bool
) async throws -> Element {
  try await answer("the element of a stream", sourceLocation: sourceLocation) {
    for await element in stream where fits(element) { return element }
    throw NoAnswer()
  }
}

extension ManualClock {
  /// Waits until this many tasks sleep.
  func untilAsleep(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async {
    await settle("a sleeper", until: { sleeperCount >= count }, sourceLocation: sourceLocation)
  }
}

/// Thrown without an answer; the test has failed already.
struct NoAnswer: Error {}
