import Foundation

/// The seed of this run: the environment variable `SEED`, so that a failure can be played again, or a fixed one.
enum TestSeed {
  static let value: UInt64 = {
    guard let given = ProcessInfo.processInfo.environment["SEED"], !given.isEmpty else { return 20_260_101 }
    guard let seed = UInt64(given) else { fatalError("SEED is \"\(given)\" and not a whole number") }
    return seed
  }()
}
