import ChatDomain

/// Whether a question can have been read since it was asked: before that no key answers it.
struct QuestionReading {
  /// Nobody can read and answer a question in less time.
  static let shortest = Duration.milliseconds(300)

  private let clock: any ChatClock
  private let asked: Timestamp

  init(_ clock: any ChatClock) {
    self.clock = clock
    asked = clock.now
  }

  var isPossible: Bool {
    let waited = clock.now - asked
    // A clock that was set back does not tell how much time has passed.
    return waited < .zero || waited >= Self.shortest
  }
}
