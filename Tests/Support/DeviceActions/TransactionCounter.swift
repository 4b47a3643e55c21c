public import ChatDomain
import Synchronization

/// Gives transactions names that are the same in each run of a seed.
public final class TransactionCounter: Sendable {
  private let prefix: String
  private let count = Mutex(0)

  public init(prefix: String) { self.prefix = prefix }

  public func next() -> TransactionID {
    count.withLock { count in
      count += 1
      return TransactionID("\(prefix).\(count)")
    }
  }
}
