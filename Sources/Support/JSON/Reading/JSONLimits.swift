/// Limits on accepted JSON. A text beyond a limit is refused, except that too deep values can be omitted instead.
public struct JSONLimits: Hashable, Sendable {
  public let bytes: Int
  /// The maximum nesting depth of arrays and objects.
  public let depth: Int
  /// Whether an array or object beyond that depth is read as null instead of refusing the whole text.
  public let isDeeperLeftOut: Bool
  /// The maximum number of values, including keys. Each takes 16 bytes of memory, and at least two bytes of text.
  public let values: Int

  /// - Parameters:
  ///   - bytes: less than 4 GiB.
  ///   - depth: at most 512, so that functions can process values recursively.
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

  /// For a text that is useful only as a whole.
  public static let standard = JSONLimits()

  /// For answers of a server, also stored ones. They contain data of other users, and a value that one of them nested too
  /// deeply must not make the rest unreadable. Large enough for a user in thousands of rooms.
  public static let answer = JSONLimits(bytes: 64 << 20, isDeeperLeftOut: true, values: 24 << 20)
}
