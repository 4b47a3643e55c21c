import Foundation

/// The seed of this run: from the environment (`SEED=42 make test`), else always the same.
enum TestSeed {
  static let value = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) } ?? 20_261_122
}
