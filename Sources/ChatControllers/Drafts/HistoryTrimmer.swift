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
  private let afterFirstPlace: Gate

  init(
    saver: DraftSaver, store: any LocalStore, writer: StoreWriter, clock: any ChatClock,
    configuration: ClientConfiguration, afterFirstPlace: Gate
  ) {
    self.saver = saver
    self.store = store
    self.writer = writer
    self.clock = clock
    self.configuration = configuration
    self.afterFirstPlace = afterFirstPlace
  }

  /// Looks through the history, unless that was done a short while ago.
  func trimIfDue() {
    guard task == nil, isDue else { return }
    task = Task {
      defer { task = nil }
      await afterFirstPlace.pass()
      do throws(StoreError) {
        try await saver.flushOwn()
        let times = try await store.draftHistory(for: nil, limit: .max).map(\.at)
        trimmedAt = clock.now
        let limit =
          HistoryAge.limit(of: times, at: clock.now, age: configuration.historyAge)
          ?? Timestamp(microseconds: .min)
        let isTooMuch = times.count > configuration.historyCount || times.contains { $0 < limit }
        // A start that has nothing to delete writes nothing.
        guard isTooMuch else { return }
        await writer.write([.trimHistory(before: limit, keeping: configuration.historyCount)])
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

/// Decides how old is too old. A clock can be wrong for a moment, and what was deleted does not come back when it is right
/// again: so it is believed only as far as a day beyond an entry that was added at least a day ago.
nonisolated enum HistoryAge {
  private static let day = Duration.seconds(24 * 3600)

  /// - Returns: the time before which entries are too old; nil if that cannot be known.
  static func limit(of times: [Timestamp], at now: Timestamp, age: Duration) -> Timestamp? {
    let grace = min(day, age)
    guard let witness = times.filter({ $0 <= now + (.zero - grace) }).max() else { return nil }
    return min(now, witness + grace) + (.zero - age)
  }
}
