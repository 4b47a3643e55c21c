public import Testing

/// How many turns everything else gets before a wait is given up. A machine that is busy needs some thousands, and only
/// what hangs comes to so many.
public let patience = 500_000

/// Lets everything that is ready run, until a condition holds. What never comes about fails the test and says so,
/// instead of holding up all the others.
///
/// - Returns: whether it came about.
@discardableResult
@MainActor
public func settle<Failure>(
  _ awaited: @autoclosure () -> String = "what is awaited here",
  until condition: @MainActor () async throws(Failure) -> Bool,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws(Failure) -> Bool {
  for _ in 0..<patience {
    if try await condition() { return true }
    await Pulse.shared.beat()
  }
  Issue.record("\(awaited()) did not come about in \(patience) turns", sourceLocation: sourceLocation)
  return false
}

/// Lets everything that is ready run for a while. It is for what must not happen: nothing that has to happen may rest
/// on it, for how far others come meanwhile depends on the machine.
@MainActor
public func settle(turns: Int = 300) async {
  for _ in 0..<turns { await Pulse.shared.beat() }
}

/// Gives the threads of the actors a turn: yielding on the main actor alone gives none to them.
private actor Pulse {
  static let shared = Pulse()
  func beat() async { await Task.yield() }
}
