import ChatDomain

/// A walk through the list of channels, step by step. It keeps its initial order until the user pauses, so a step back undoes a
/// step even if the list is sorted again meanwhile.
// Explicit, as in `TimelineController`.
@MainActor
final class ChannelWalk {
  private let clock: any ChatClock
  private var pause: Task<Void, Never>?
  private(set) var order: [ChannelID] = []

  /// The walk ends after this long without a step.
  static let longestPause = Duration.seconds(2)

  init(clock: any ChatClock) { self.clock = clock }

  var isUnderway: Bool { pause != nil }

  /// The channel that a step leads to, wrapping around at the ends of the list.
  ///
  /// - Parameters:
  ///   - begun: the order for a walk that starts now.
  ///   - known: the channels that still exist.
  ///   - over: called when the walk ends because the user pauses.
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
