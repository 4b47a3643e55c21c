/// The line above a timeline.
public struct HeaderState: Hashable, Sendable {
  /// With its sign: "#general", "@ Alex Dunn".
  public var title = ""
  public var topic: String?
  public var pinnedCount = 0
  public var memberCount = 0
  /// The presence of the other person in a direct conversation: "online", "last seen 09:12".
  public var presence: String?
  /// Whether its messages are encrypted.
  public var isEncrypted = false

  public init() {}
}
