/// A damaged file was set aside, and what could be read of it is in a new one.
public struct Recovery: Hashable, Sendable, CustomStringConvertible {
  /// The name under which the damaged file lies beside the new one.
  public let setAsideAs: String
  /// What is in the new file.
  public let found: Salvaged

  /// How much could be read of a damaged file.
  public struct Salvaged: Hashable, Sendable {
    public var drafts = 0
    public var historyEntries = 0
    public var outboxEntries = 0
    /// How many places could not be read. At each there may have been one thing or several.
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
