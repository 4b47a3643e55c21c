import Foundation

/// The seed of this run: from the environment (`SEED=42 make test`), otherwise always the same.
public enum TestSeed {
  public static let value: UInt64 = {
    guard let given = ProcessInfo.processInfo.environment["SEED"], !given.isEmpty else { return 20_260_101 }
    guard let seed = UInt64(given) else { fatalError("SEED is \"\(given)\" and not a whole number") }
    return seed
  }()
}
