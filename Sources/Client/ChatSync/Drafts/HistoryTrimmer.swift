import ChatDomain

/// Deletes what is too old or too much in the history: at the start, and now and then while texts leave the composers.
final class HistoryTrimmer {
  private(set) var task: Task<Void, Never>?
  /// When the history was last looked through.
  private(set) var trimmedAt: Timestamp?
  private let saver: DraftSaver
  private let store: any LocalStore
  private let writer: StoreWriter
  private let clock: any ChatClock
  private let configuration: ClientConfiguration

  init(
    saver: DraftSaver, store: any LocalStore, writer: StoreWriter, clock: any ChatClock,
    configuration: ClientConfiguration
  ) {
    self.saver = saver
    self.store = store
    self.writer = writer
    self.clock = clock
    self.configuration = configuration
  }

  /// Looks through the history, unless that was done a short while ago.
  func trimIfDue() {
    guard task == nil, isDue else { return }
    task = Task {
      defer { task = nil }
      do throws(StoreError) {
        try await saver.save()
        let limits = HistoryLimits(
          count: configuration.historyCount, age: configuration.historyAge, now: clock.now)
        trimmedAt = limits.now
        let times = try await store.draftHistory(for: nil, limit: .max).map(\.at)
        // Write nothing at startup if nothing has to be deleted. The store knows the order of insertion, and decides what to
        // delete.
        guard limits.keptCount(of: times.reversed()) < times.count else { return }
        await writer.write([.trimHistory(limits)])
      } catch {
        // The writer has reported it; the next text that leaves a composer leads here again.
      }
    }
  }

  private var isDue: Bool {
    guard let trimmedAt else { return true }
    let since = clock.now - trimmedAt
    return since < .zero || since >= min(.seconds(3600), configuration.historyAge)
  }
}
