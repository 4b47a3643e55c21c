/// When a draft was begun and last edited, by the clock of the device on which that happened.
public struct DraftDates: Hashable, Sendable {
  public var createdAt: Timestamp
  public var updatedAt: Timestamp

  public init(createdAt: Timestamp, updatedAt: Timestamp) {
    self.createdAt = createdAt
    self.updatedAt = updatedAt
  }
}
