public import DraftEngine

/// How many mentions are where they belong after the whole of each history was taken over at once.
public struct MentionSurvival: Sendable {
  /// All mentions before the edits.
  public private(set) var mentions = 0
  /// Those that no edit touched.
  public private(set) var survivors = 0
  /// Survivors that stand exactly where they should.
  public private(set) var kept = 0
  /// Survivors that are gone.
  public private(set) var lost = 0
  /// Mentions that should be gone, or stand at another place.
  public private(set) var wrong = 0

  public init() {}

  public var keptPercent: Double { percent(kept, of: survivors) }
  public var lostPercent: Double { percent(lost, of: survivors) }
  public var wrongPercent: Double { percent(wrong, of: mentions) }

  /// Takes in what became of the mentions of one history.
  ///
  /// - Returns: the mentions that should be there and are not, and those that are there and should not be.
  @discardableResult
  public mutating func count(
    _ result: [MentionSpan], for history: EditingHistory
  ) -> (lost: [MentionSpan], wrong: [MentionSpan]) {
    let right = Set(history.survivors)
    let missing = history.survivors.filter { survivor in
      !result.contains { $0.target == survivor.target }
    }
    let wrongOnes = result.filter { !right.contains($0) }
    mentions += history.mentions.count
    survivors += history.survivors.count
    kept += result.count - wrongOnes.count
    lost += missing.count
    wrong += wrongOnes.count
    return (missing, wrongOnes)
  }

  private func percent(_ part: Int, of whole: Int) -> Double {
    whole == 0 ? 0 : 100 * Double(part) / Double(whole)
  }
}
