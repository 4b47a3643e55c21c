import TestSupport

extension SeededGenerator {
  init(_ number: Int = 0) { self.init(seed: TestSeed.value &+ UInt64(number)) }

  mutating func text(of alphabet: [String], length: Int) -> String {
    (0..<length).map { _ in one(of: alphabet) }.joined()
  }
}
