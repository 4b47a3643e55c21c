/// When a draft was begun and last edited, by the clock of the device on which that happened.
public struct DraftDates: Hashable, Sendable {
  /// When the first words were written; lists of drafts are sorted by it by default.
  public var createdAt: Timestamp
  /// When the words last changed.
  public var updatedAt: Timestamp

  /// Dates to hand to ``ChatDrafts/saveDraft(_:for:over:dates:)``.
  public init(createdAt: Timestamp, updatedAt: Timestamp) {
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
