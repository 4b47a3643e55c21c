/// What dictionaries said about words. It has room for so many, and forgets them all when it is full: what is still in a
/// draft is asked once more.
public struct VerdictCache: Sendable {
  private var verdicts: [String: Bool] = [:]
  private let capacity: Int

  /// Makes an empty cache.
  ///
  /// - Parameter capacity: the number of words that there is room for.
  public init(capacity: Int = 4096) { self.capacity = capacity }

  /// The number of words.
  public var count: Int { verdicts.count }

  /// Whether a word is wrong; nil if nobody was asked.
  ///
  /// - Parameter word: the word.
  public func isWrong(_ word: String) -> Bool? { verdicts[word] }

  /// Keeps an answer.
  ///
  /// - Parameters:
  ///   - words: what was asked for.
  ///   - wrong: those that are wrong.
  public mutating func record(_ words: [String], wrong: Set<String>) {
    for word in words {
      if verdicts.count >= capacity { verdicts.removeAll(keepingCapacity: true) }
      verdicts[word] = wrong.contains(word)
    }
  }

  /// Forgets everything.
  public mutating func removeAll() { verdicts.removeAll() }
}
