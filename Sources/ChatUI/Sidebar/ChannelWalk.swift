import ChatDomain

/// A walk through the list of channels, step by step. It keeps the order it began with until it rests, so that a step
/// back undoes a step: the list may be sorted by what happens in it.
// Written out, as in `ChannelController`.
@MainActor
final class ChannelWalk {
  private let clock: any ChatClock
  private var resting: Task<Void, Never>?
  private(set) var order: [ChannelID] = []

  /// How long nobody has to step for the walk to be over.
  static let rest = Duration.seconds(2)

  init(clock: any ChatClock) { self.clock = clock }

  var isUnderway: Bool { resting != nil }

  /// The channel a step leads to, around the ends of the list.
  ///
  /// - Parameters:
  ///   - begun: the order in which a walk begins now.
  ///   - known: the channels that there still are.
  ///   - over: called when nobody has stepped for a while.
  func step(
    _ direction: Int, from here: ChannelID?, beginning begun: [ChannelID], among known: Set<ChannelID>,
    over: @escaping () -> Void
  ) -> ChannelID? {
    // Somebody who went elsewhere in the meantime begins anew.
    if !isUnderway || here.map(order.contains) == false { order = begun }
    let order = order.filter(known.contains)
    rest(then: over)
    guard !order.isEmpty else { return nil }
    let index = here.flatMap(order.firstIndex(of:))
    return order[index.map { ($0 + direction + order.count) % order.count } ?? 0]
  }

  func end() {
    resting?.cancel()
    resting = nil
    order = []
  }

  private func rest(then over: @escaping () -> Void) {
    resting?.cancel()
    resting = Task { [weak self, clock] in
      // Cancelled by the next step, which waits anew.
      do { try await clock.sleep(until: clock.now + Self.rest) } catch { return }
      guard !Task.isCancelled else { return }
      self?.end()
      over()
    }
  }

  isolated deinit { resting?.cancel() }
}
