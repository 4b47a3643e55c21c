import ChatDomain

/// Requests that may take long. The screen never waits for them: one that takes longer than a moment is shown, and can be
/// cancelled.
final class LongWork {
  private let clock: any ChatClock
  private let onChange: () -> Void
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var timers: [Int: Task<Void, Never>] = [:]
  private var lastId = 0
  /// The requests that take longer than a moment.
  private var shown: Set<Int> = []

  /// Shorter requests are not shown.
  static let moment = Duration.seconds(1)

  /// - Parameter onChange: called when the visible state changes.
  init(clock: any ChatClock, onChange: @escaping () -> Void) {
    self.clock = clock
    self.onChange = onChange
  }

  /// Whether a request takes longer than a moment.
  var isShown: Bool { !shown.isEmpty }

  func run(_ body: @escaping @MainActor () async -> Void) {
    lastId += 1
    let id = lastId
    tasks[id] = Task { [weak self] in
      await body()
      self?.end(id)
    }
    timers[id] = Task { [weak self, clock] in
      do { try await clock.sleep(for: Self.moment) } catch { return }
      self?.show(id)
    }
  }

  /// Cancels the requests that take longer than a moment. What has reached the service may still be done.
  ///
  /// - Returns: whether there were any.
  func cancel() -> Bool {
    guard isShown else { return false }
    for id in shown { tasks[id]?.cancel() }
    shown = []
    onChange()
    return true
  }

  private func show(_ id: Int) {
    guard tasks[id] != nil else { return }
    shown.insert(id)
    onChange()
  }

  private func end(_ id: Int) {
    timers.removeValue(forKey: id)?.cancel()
    tasks[id] = nil
    if shown.remove(id) != nil { onChange() }
  }

  isolated deinit {
    for timer in timers.values { timer.cancel() }
  }
}
