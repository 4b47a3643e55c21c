/// Describes a damaged file that was set aside, with its readable contents moved to a new file.
public struct Recovery: Hashable, Sendable, CustomStringConvertible {
  /// The name of the damaged file, next to the new one.
  public let setAsideAs: String
  /// The contents of the new file.
  public let found: Salvaged

  /// How much could be read of a damaged file.
  public struct Salvaged: Hashable, Sendable {
    public var drafts = 0
    public var historyEntries = 0
    public var outboxEntries = 0
    /// The number of unreadable places. Each may have held one item or several.
    public var unreadable = 0
  }

  /// A sentence for a person.
  public var description: String {
    let loss =
      switch found.unreadable {
      case 0: "Everything could be read"
      case 1: "One place in it could not be read"
      case let count: "\(count) places in it could not be read"
      }
    return """
      The file in which drafts are kept was damaged. \(loss); what could is here: \(found.drafts) drafts, \
      \(found.outboxEntries) messages on their way, \(found.historyEntries) in the history. \
      The damaged file is kept as \(setAsideAs).
      """
  }
}
