import Foundation

/// `SEED=… make test` replays a run.
enum CacheSeed {
  static let value: UInt64 = {
    guard let given = ProcessInfo.processInfo.environment["SEED"], !given.isEmpty else { return 20_261_122 }
    guard let seed = UInt64(given) else { fatalError("SEED is \"\(given)\" and not a whole number") }
    return seed
  }()
}
