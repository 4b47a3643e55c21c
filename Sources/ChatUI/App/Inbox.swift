import TerminalScreen

/// What happened since the last frame: the only way into the loop.
///
/// Whatever comes while a frame is made waits for the next one, so a paste or a burst of messages costs one frame.
final class Inbox {
  private(set) var events: [TerminalEvent] = []
  private var isWanted = false
  private var isTurning = false
  private var isScheduled = false
  private var turn: (() -> Void)?

  /// From now on there are frames.
  /// - Parameter turn: makes one, and says so with `turnEnds`.
  func open(_ turn: @escaping () -> Void) {
    self.turn = turn
    schedule()
  }

  func put(_ new: [TerminalEvent]) {
    events += new
    wake()
  }

  /// Something that is shown became different: a frame is wanted.
  func wake() {
    isWanted = true
    schedule()
  }

  /// Behind all that happens now, which is seen together. A task of the main actor, and nobody who waits for it: to be
  /// waited for is to be woken by way of another thread.
  private func schedule() {
    guard isWanted, !isTurning, !isScheduled, let turn else { return }
    isScheduled = true
    Task {
      isScheduled = false
      turn()
    }
  }

  /// Gives everything that happened; nothing but a frame may be wanted.
  func turnBegins() -> [TerminalEvent] {
    isTurning = true
    isWanted = false
    defer { events = [] }
    return events
  }

  /// A frame is made now: what was wanted until here is in it. Events that came meanwhile wait for the next one.
  func frameBegins() { isWanted = !events.isEmpty }

  func turnEnds() {
    isTurning = false
    schedule()
  }
}
