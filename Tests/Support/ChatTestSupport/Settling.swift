public import Testing

/// How long a wait may take. It is counted in time, because the threads that it waits for may get no core for many turns.
public let patience = Duration.seconds(60)

/// Yields until a condition holds. A condition that never holds fails the test instead of blocking the others.
///
/// - Returns: whether the condition holds.
@discardableResult
@MainActor
public func settle<Failure>(
  _ awaited: @autoclosure () -> String = "what is awaited here",
  until condition: @MainActor () async throws(Failure) -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws(Failure) -> Bool {
  let end = ContinuousClock.now + patience
  repeat {
    if try await condition() { return true }
    await Pulse.shared.beat()
  } while ContinuousClock.now < end
  Issue.record("\(awaited()) did not come about in \(patience)", sourceLocation: sourceLocation)
  return false
}

/// Yields for a while, to check that something does not happen. Nothing that has to happen may depend on it: how far
/// other tasks get meanwhile depends on the machine.
@MainActor
public func settle(turns: Int = 300) async {
  for _ in 0..<turns { await Pulse.shared.beat() }
}

/// Lets the threads of the actors run: yielding on the main actor alone does not.
private actor Pulse {
  static let shared = Pulse()
  func beat() async { await Task.yield() }
}
