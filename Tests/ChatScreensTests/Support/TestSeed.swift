#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The seed of a run's random states: that of the environment, else always the same one.
enum TestSeed {
  static let value: UInt64 = {
    guard let text = getenv("SEED"), let seed = UInt64(String(cString: text)) else { return 20_261_121 }
    return seed
  }()
}
