public import ChatDomain

/// The faults of an in-memory store.
public struct StoreFaults: Hashable, Sendable {
  /// The error of all writing; nil: writing works.
  public var writing: StoreError?
  /// The error of all reading; nil: reading works.
  public var reading: StoreError?
  /// The number of batches that succeed before `writing` applies; nil: `writing` applies at once.
  public var batchesBefore: Int?

  /// Without arguments: none.
  public init(writing: StoreError? = nil, reading: StoreError? = nil, batchesBefore: Int? = nil) {
    self.writing = writing
    self.reading = reading
    self.batchesBefore = batchesBefore
  }

  /// No faults.
  public static let none = StoreFaults()
  /// No space left.
  public static let full = StoreFaults(writing: .full)
  /// Writing fails, reading works.
  public static let readOnly = StoreFaults(writing: .readOnly)
}
