/// How many of the texts that left the composer are kept, and for how long.
///
/// Ages are measured with a clock that never runs backwards and advances by at most a day between one text and the next. A
/// clock that jumps, in either direction, therefore ages no text by more than a day.
public struct HistoryLimits: Hashable, Sendable {
  /// How many texts are kept at most.
  public var count: Int
  /// The maximum age of a text; nil if there is none.
  public var age: Duration?
  /// The time by which an age is counted.
  public var now: Timestamp

  /// Limits for ``StoreChange/trimHistory(_:)``.
  public init(count: Int, age: Duration? = nil, now: Timestamp) {
    self.count = count
    self.age = age
    self.now = now
  }

  private static let longestStep = Duration.seconds(24 * 3600)

  /// How many of the texts added last are kept.
  ///
  /// - Parameter times: when the texts left the composer, in the order in which they were added.
  public func keptCount(of times: [Timestamp]) -> Int {
    let limited = times.suffix(max(0, count))
    guard let age else { return limited.count }
    var (next, seen) = (now, Duration.zero)
    var kept = 0
    for time in limited.reversed() {
      seen += min(max(next - time, .zero), Self.longestStep)
      guard seen <= age else { break }
      next = time
      kept += 1
    }
    return kept
  }
}
