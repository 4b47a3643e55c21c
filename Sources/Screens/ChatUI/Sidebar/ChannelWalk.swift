import ChatDomain

/// A walk through the list of channels, step by step. It keeps the order that it began with until the user pauses, so
/// that a step back undoes a step: the list itself may be sorted anew meanwhile.
// Written out, as in `ChannelController`.
@MainActor
final class ChannelWalk {
  private let clock: any ChatClock
  private var pause: Task<Void, Never>?
  private(set) var order: [ChannelID] = []

  /// The walk ends after this long without a step.
  static let longestPause = Duration.seconds(2)

  init(clock: any ChatClock) { self.clock = clock }

  var isUnderway: Bool { pause != nil }

  /// The channel a step leads to, around the ends of the list.
  ///
  /// - Parameters:
  ///   - begun: the order in which a walk begins now.
  ///   - known: the channels that there still are.
  ///   - over: called when the walk is over.
  func step(
    _ direction: Int, from here: ChannelID?, beginning begun: [ChannelID], among known: Set<ChannelID>,
    over: @escaping () -> Void
  ) -> ChannelID? {
    // A user who has gone elsewhere meanwhile begins a new walk.
    if !isUnderway || here.map(order.contains) == false { order = begun }
    let order = order.filter(known.contains)
    endAfterPause(then: over)
    guard !order.isEmpty else { return nil }
    let index = here.flatMap(order.firstIndex(of:))
    return order[index.map { ($0 + direction + order.count) % order.count } ?? 0]
  }

  func end() {
    pause?.cancel()
    pause = nil
    order = []
  }

  private func endAfterPause(then over: @escaping () -> Void) {
    pause?.cancel()
    pause = Task { [weak self, clock] in
      // Cancelled by the next step, which restarts the wait.
      do { try await clock.sleep(until: clock.now + Self.longestPause) } catch { return }
      guard !Task.isCancelled else { return }
      self?.end()
      over()
    }
  }

  isolated deinit { pause?.cancel() }
}
