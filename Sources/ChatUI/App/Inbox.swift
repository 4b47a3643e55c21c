import TerminalScreen

/// Collects what happened since the last frame: the only way into the loop.
///
/// Anything that arrives while a frame is made waits for the next one, so a paste or a burst of messages costs one
/// frame.
final class Inbox {
  private(set) var events: [TerminalEvent] = []
  private var isWanted = false
  private var isTurning = false
  private var isScheduled = false
  private var turn: (() -> Void)?

  /// Starts making frames.
  /// - Parameter turn: makes one, and calls `turnEnds` when done.
  func open(_ turn: @escaping () -> Void) {
    self.turn = turn
    schedule()
  }

  func put(_ new: [TerminalEvent]) {
    events += new
    wake()
  }

  /// Requests a frame because something visible changed.
  func wake() {
    isWanted = true
    schedule()
  }

  /// Runs after everything that is already queued, so that all of it is seen together. Uses a task of the main actor
  /// that nobody awaits: resuming an awaiting caller would go through another thread.
  private func schedule() {
    guard isWanted, !isTurning, !isScheduled, let turn else { return }
    isScheduled = true
    Task {
      isScheduled = false
      turn()
    }
  }

  /// Returns everything that happened; it may be empty if only a frame was requested.
  func turnBegins() -> [TerminalEvent] {
    isTurning = true
    isWanted = false
    defer { events = [] }
    return events
  }

  /// Marks that a frame is made now, which covers all earlier requests. Events that arrived in the meantime wait for
  /// the next one.
  func frameBegins() { isWanted = !events.isEmpty }

  func turnEnds() {
    isTurning = false
    schedule()
  }
}
