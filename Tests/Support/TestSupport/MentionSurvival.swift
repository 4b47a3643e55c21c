public import DraftEngine

/// Counts the mentions that are in the right range after each history was applied as a single edit.
public struct MentionSurvival: Sendable {
  /// All mentions before the edits.
  public private(set) var mentions = 0
  /// Mentions that no edit touched.
  public private(set) var survivors = 0
  /// Survivors in exactly the right range.
  public private(set) var kept = 0
  /// Survivors that are missing.
  public private(set) var lost = 0
  /// Mentions that should be gone or are in the wrong range.
  public private(set) var wrong = 0

  public init() {}

  public var keptPercent: Double { percent(kept, of: survivors) }
  public var lostPercent: Double { percent(lost, of: survivors) }
  public var wrongPercent: Double { percent(wrong, of: mentions) }

  /// Counts the mentions of one history.
  ///
  /// - Returns: the missing mentions and the unexpected ones.
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
