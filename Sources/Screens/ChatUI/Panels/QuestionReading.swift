import ChatDomain

/// Decides whether a question has been visible long enough to have been read; until then no key answers it.
struct QuestionReading {
  /// Faster than anyone can read and answer a question.
  static let shortest = Duration.milliseconds(300)

  private let clock: any ChatClock
  private let asked: Timestamp

  init(_ clock: any ChatClock) {
    self.clock = clock
    asked = clock.now
  }

  var isPossible: Bool {
    let waited = clock.now - asked
    // If the clock was set back, the elapsed time is unknown.
    return waited < .zero || waited >= Self.shortest
  }
}
