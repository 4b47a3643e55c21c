/// How messages stand in a timeline.
public struct MessageLayout: Hashable, Sendable {
  /// How much room there is about the words.
  public enum Density: Hashable, Sendable {
    /// Time, name and words stand beside each other.
    case compact
    /// Name and time stand above the words, which have the whole width.
    case cosy
  }

  public var density = Density.compact
  /// The columns of names beside the words, in which longer ones are cut; nil: by the width of the timeline, and a name
  /// that is wider has a line of its own.
  public var nameWidth: Int?
  /// The maximum number of columns of a time: "09:12".
  public var timeWidth = 5

  public init() {}
}
