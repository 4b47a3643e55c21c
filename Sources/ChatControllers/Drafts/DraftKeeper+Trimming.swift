import ChatDomain

extension DraftKeeper {
  /// What left a composer is not dated before this run began: a clock that is put back for a moment would make it so old
  /// that it is forgotten.
  var retirementTime: Timestamp { max(clock.now, begunAt) }

  /// Forgets what is too old or too much: at the start, and now and then while texts leave the composers.
  func trimHistory() {
    guard trimming == nil, isTrimmingDue else { return }
    trimming = Task {
      defer { trimming = nil }
      do throws(StoreError) {
        try await flush()
        let times = try await store.draftHistory(for: nil, limit: .max).map(\.at)
        trimmedAt = clock.now
        let limit =
          HistoryAge.limit(of: times, at: clock.now, age: configuration.historyAge)
          ?? Timestamp(microseconds: .min)
        let isTooMuch = times.count > configuration.historyCount || times.contains { $0 < limit }
        // A start that has nothing to forget writes nothing.
        guard isTooMuch else { return }
        await writer.write([.trimHistory(before: limit, keeping: configuration.historyCount)])
      } catch {
        // Everybody was told by the writer; the next thing that is retired comes here again.
      }
    }
  }
  private var isTrimmingDue: Bool {
    guard let trimmedAt else { return true }
    let since = clock.now - trimmedAt
    return since < .zero || since >= min(.seconds(3600), configuration.historyAge)
  }
}

/// How old is too old. A clock can be wrong for a moment, and what was forgotten does not come back when it is right again:
/// so it is believed only as far as a day beyond what was added at least a day ago.
nonisolated enum HistoryAge {
  private static let day = Duration.seconds(24 * 3600)

  /// - Returns: what is older than that goes; nil when nothing can be told.
  static func limit(of times: [Timestamp], at now: Timestamp, age: Duration) -> Timestamp? {
    let grace = min(day, age)
    guard let witness = times.filter({ $0 <= now + (.zero - grace) }).max() else { return nil }
    return min(now, witness + grace) + (.zero - age)
  }
}
