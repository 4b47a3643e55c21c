/// How much is kept of the texts that left the composer.
///
/// An age is counted by what was seen of the clock: from one text to the one added after it at most a day passes, and never
/// less than nothing. So a clock that jumps, in whichever direction, makes no text older than that.
public struct HistoryLimits: Hashable, Sendable {
  /// How many texts are kept at most.
  public var count: Int
  /// How old a text may be; nil: its age makes no difference.
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
