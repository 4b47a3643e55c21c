import ChatDomain

/// Random numbers that are reproducible from a seed (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  private var state: UInt64

  /// The same seed always gives the same numbers.
  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Derives an independent generator, so that drawing from one does not shift the other.
  public mutating func split() -> SeededGenerator { SeededGenerator(seed: next()) }

  /// Whether an event of this probability occurs now; always draws one number.
  public mutating func happens(_ probability: Double) -> Bool {
    // 53 bits, the precision of a Double: 1.0 always happens and 0.0 never.
    Double(next() >> 11) * 0x1p-53 < probability
  }

  /// A random duration within a range; always draws one number.
  public mutating func duration(in range: ClosedRange<Duration>) -> Duration {
    let spread = (range.upperBound - range.lowerBound).microseconds
    let drawn = next()
    guard spread > 0 else { return range.lowerBound }
    return range.lowerBound + .microseconds(Int64(drawn % (UInt64(spread) + 1)))
  }
}
