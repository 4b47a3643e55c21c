/// How much JSON is accepted: a text beyond these bounds is refused, whatever else is right with it, unless only what is
/// too deep is left out.
public struct JSONLimits: Hashable, Sendable {
  public let bytes: Int
  /// How many arrays and objects may be within each other.
  public let depth: Int
  /// Whether an array or object that is within more of them than that is read as null, and not a reason to refuse the
  /// rest of the text.
  public let isDeeperLeftOut: Bool
  /// How many values there may be, keys included. Each takes 16 bytes of memory, and may take two bytes of text.
  public let values: Int

  /// - Parameters:
  ///   - bytes: less than 4 GiB.
  ///   - depth: at most 512, so that a function for a value may call itself for the values within.
  public init(
    bytes: Int = 64 << 20, depth: Int = 64, isDeeperLeftOut: Bool = false, values: Int = 8 << 20
  ) {
    precondition(bytes < 1 << 32, "positions have 32 bits, so \(bytes) bytes are too many")
    precondition(values < 1 << 31, "places of values have 31 bits, so \(values) values are too many")
    precondition(depth <= 512, "a depth of \(depth) needs more stack than there may be")
    self.bytes = bytes
    self.depth = depth
    self.isDeeperLeftOut = isDeeperLeftOut
    self.values = values
  }

  /// For a text of which one needs all or nothing.
  public static let standard = JSONLimits()

  /// For what a server answers, or answered once: in it stands what strangers wrote, and what one of them wrote too deep
  /// must not cost what the others did. Large enough for all rooms of somebody who is in thousands.
  public static let answer = JSONLimits(bytes: 64 << 20, isDeeperLeftOut: true, values: 24 << 20)
}
