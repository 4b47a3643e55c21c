import Foundation

/// A random number generator with the same sequence for the same seed on every machine (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) {
    // Otherwise neighbouring seeds would give the same sequence, shifted by one.
    state = seed
    state = next()
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, but not including, `bound`.
  public mutating func below(_ bound: Int) -> Int {
    bound <= 1 ? 0 : Int(next() % UInt64(bound))
  }

  /// A number in a closed range.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// True with this percentage as its probability.
  public mutating func percent(_ chance: Int) -> Bool {
    below(100) < chance
  }

  /// A random element; the collection must not be empty.
  public mutating func one<Elements: RandomAccessCollection>(of elements: Elements) -> Elements.Element {
    elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
  }

  /// A random value, by weight.
  public mutating func weighted<Value>(_ values: [(Value, weight: Int)]) -> Value {
    var left = below(values.reduce(0) { $0 + $1.weight })
    for (value, weight) in values {
      if left < weight { return value }
      left -= weight
    }
    return values[values.count - 1].0
  }
}

/// Whether `make soak` runs. Random tests then take several times as many cases.
public let isSoak = ProcessInfo.processInfo.environment["SOAK"] != nil

/// The seed of this run: `SEED` in the environment (`SEED=42 make test`), otherwise a constant.
public enum TestSeed {
  public static let value: UInt64 = {
    guard let given = ProcessInfo.processInfo.environment["SEED"], !given.isEmpty else { return 20_260_101 }
    guard let seed = UInt64(given) else { fatalError("SEED is \"\(given)\" and not a whole number") }
    return seed
  }()
}
