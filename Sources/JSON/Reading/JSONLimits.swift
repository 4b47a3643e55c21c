/// How much JSON is accepted: a text beyond these bounds is refused, whatever else is right with it.
public struct JSONLimits: Hashable, Sendable {
  public let bytes: Int
  /// How many arrays and objects may be within each other.
  public let depth: Int
  /// How many values there may be, keys included. Each takes 16 bytes of memory, and may take two bytes of text.
  public let values: Int

  /// - Parameters:
  ///   - bytes: less than 4 GiB.
  ///   - depth: at most 512, so that a function for a value may call itself for the values within.
  public init(bytes: Int = 64 << 20, depth: Int = 64, values: Int = 8 << 20) {
    precondition(bytes < 1 << 32, "positions have 32 bits, so \(bytes) bytes are too many")
    precondition(values < 1 << 31, "places of values have 31 bits, so \(values) values are too many")
    precondition(depth <= 512, "a depth of \(depth) needs more stack than there may be")
    self.bytes = bytes
    self.depth = depth
    self.values = values
  }

  /// For what a server answers.
  public static let standard = JSONLimits()
}
