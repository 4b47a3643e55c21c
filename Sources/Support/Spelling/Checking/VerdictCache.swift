/// Caches whether words are spelled correctly. It empties itself when it is full; the words of a draft are then looked up
/// again.
public struct VerdictCache: Sendable {
  private var verdicts: [String: Bool] = [:]
  private let capacity: Int

  /// Makes an empty cache.
  ///
  /// - Parameter capacity: the maximum number of words.
  public init(capacity: Int = 4096) { self.capacity = capacity }

  /// The number of words.
  public var count: Int { verdicts.count }

  /// Whether a word is wrong; nil if it is not in the cache.
  ///
  /// - Parameter word: the word.
  public func isWrong(_ word: String) -> Bool? { verdicts[word] }

  /// Stores a result.
  ///
  /// - Parameters:
  ///   - words: the words that were checked.
  ///   - wrong: the ones that are wrong.
  public mutating func record(_ words: [String], wrong: Set<String>) {
    for word in words {
      if verdicts.count >= capacity { verdicts.removeAll(keepingCapacity: true) }
      verdicts[word] = wrong.contains(word)
    }
  }

  /// Forgets everything.
  public mutating func removeAll() { verdicts.removeAll() }
}
