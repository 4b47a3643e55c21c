import Glibc

/// SplitMix64: the same seed gives the same run; `SEED=…` in the environment chooses another.
struct SeededGenerator: RandomNumberGenerator {
  static let seed = getenv("SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_260_607

  private var state: UInt64

  init(_ number: Int = 0) { state = Self.seed &+ UInt64(number) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func text(of alphabet: [String], length: Int) -> String {
    (0..<length).map { _ in alphabet.randomElement(using: &self) ?? "" }.joined()
  }
}
