import InMemoryService
import Testing

/// How many turns everything else gets before a wait is given up. A machine that is busy needs some thousands, and only
/// what hangs comes to so many.
let patience = 500_000

/// Lets everything that is ready run, until a condition holds. What never comes about fails the test and says so,
/// instead of holding up all the others.
///
/// - Returns: whether it came about.
@discardableResult
func settle(
  _ awaited: @autoclosure () -> String = "what is awaited here", until condition: () async -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async -> Bool {
  for _ in 0..<patience {
    if await condition() { return true }
    await Pulse.shared.beat()
  }
  Issue.record("\(awaited()) did not come about in \(patience) turns", sourceLocation: sourceLocation)
  return false
}

/// Lets everything that is ready run for a while. It is for what must not happen: nothing that has to happen may rest
/// on it, for how far others come meanwhile depends on the machine.
func settle() async {
  for _ in 0..<300 { await Pulse.shared.beat() }
}

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

/// Goes through a stream until something fits.
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
  /// Returns as soon as so many sleep.
  func untilAsleep(_ count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async {
    await settle("a sleeper", until: { sleeperCount >= count }, sourceLocation: sourceLocation)
  }
}

/// Nobody answered; the test has failed already.
struct NoAnswer: Error {}

/// Gives the threads of the actors a turn: yielding on the main actor alone gives none to them.
actor Pulse {
  static let shared = Pulse()
  func beat() async { await Task.yield() }
}
