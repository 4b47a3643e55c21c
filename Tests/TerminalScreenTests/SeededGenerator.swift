import EditingHistories
import Glibc

/// The same seed gives the same run; `SEED=…` in the environment chooses another.
extension SeededGenerator {
  static let seed = getenv("SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_260_607

  init(_ number: Int = 0) { self.init(seed: Self.seed &+ UInt64(number)) }

  mutating func text(of alphabet: [String], length: Int) -> String {
    (0..<length).map { _ in one(of: alphabet) }.joined()
  }
}
