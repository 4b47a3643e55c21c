/// What a client does by itself, and when.
public nonisolated struct ClientConfiguration: Hashable, Sendable {
  /// Off: nothing of a draft is saved, loaded, shown or announced, and stored drafts are left alone.
  public var isDraftMessagesEnabled = true
  /// How long after the last edit a draft is told to the other devices. Leaving a channel does not wait for it.
  public var draftSyncDelay: Duration = .seconds(2)
  /// The first pause before something that failed for want of a connection is tried again; each next one is longer.
  public var firstRetryDelay: Duration = .milliseconds(500)
  /// The longest such pause.
  public var longestRetryDelay: Duration = .seconds(30)
  /// Whether the others are told that somebody types here.
  public var signalsTyping = true
  /// How often at most "is typing" is signalled while somebody types.
  public var typingInterval: Duration = .seconds(4)
  /// How many messages a page has.
  public var pageSize = 50
  /// For how long text that left the composer can be brought back.
  public var historyAge: Duration = .seconds(30 * 24 * 3600)
  /// How many such texts are kept at most.
  public var historyCount = 1000

  public init() {}
}
