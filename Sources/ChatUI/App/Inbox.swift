import TerminalScreen

/// What happened since the last frame: the only way into the loop.
///
/// Whatever comes while a frame is made waits for the next one, so a paste or a burst of messages costs one frame.
final class Inbox {
  private(set) var events: [TerminalEvent] = []
  private var isWanted = false
  private var waiter: CheckedContinuation<Void, Never>?

  func put(_ new: [TerminalEvent]) {
    events += new
    wake()
  }

  /// Something that is shown became different: a frame is wanted.
  func wake() {
    isWanted = true
    waiter?.resume()
    waiter = nil
  }

  /// A frame is made now: what was wanted until here is in it. Events that came meanwhile wait for the next one.
  func frameBegins() { isWanted = !events.isEmpty }

  /// Waits until something happened, and gives all of it; nothing but a frame may be wanted.
  func next() async -> [TerminalEvent] {
    if !isWanted { await withCheckedContinuation { waiter = $0 } }
    isWanted = false
    defer { events = [] }
    return events
  }
}
