public import ChatDomain

/// What goes wrong with a store in memory.
public struct StoreFaults: Hashable, Sendable {
  /// Why nothing can be kept; nil: it can.
  public var writing: StoreError?
  /// Why nothing can be read; nil: it can.
  public var reading: StoreError?
  /// After so many batches the next ones fail; nil: as `writing` says from now on.
  public var batchesBefore: Int?

  public init(writing: StoreError? = nil, reading: StoreError? = nil, batchesBefore: Int? = nil) {
    self.writing = writing
    self.reading = reading
    self.batchesBefore = batchesBefore
  }

  /// Everything works.
  public static let none = StoreFaults()
  /// There is no room.
  public static let full = StoreFaults(writing: .full)
  /// Nothing can be changed, and all can be read.
  public static let readOnly = StoreFaults(writing: .readOnly)
}
