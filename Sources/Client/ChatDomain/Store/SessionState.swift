/// The saved state of a session, so that the next one on this device can restore it.
public struct SessionState: Hashable, Sendable {
  /// The visible channel; nil if there was none.
  public var openChannel: ChannelID?
  /// The message whose thread is open next to the channel.
  public var openThread: MessageID?
  /// Whether the keyboard focus is in the thread.
  public var isInThread: Bool
  /// Whether the user chose to work offline.
  public var isOffline: Bool
  /// Whether offline mode is only assumed, because the user's choice could not be read.
  public var isOfflineAssumed: Bool
  /// The names of the collapsed sections in the list of channels.
  public var foldedSections: Set<String>
  /// The space to which the channel list is filtered; nil shows all channels.
  public var chosenSpace: ChannelID?
  /// Whether the words that stand in no channel were typed before this place was open again: they belong there.
  public var hasEarlyWords: Bool
  /// Whether the files that are in no channel were attached before this place was open again: they belong there.
  public var hasEarlyFiles: Bool
  /// The reasons that the user has typed for requests to join and not sent yet, by the addresses of the channels.
  public var knockReasons: [String: String]

  /// Without arguments: the state of a first session.
  public init(
    openChannel: ChannelID? = nil, openThread: MessageID? = nil, isInThread: Bool = false,
    isOffline: Bool = false, isOfflineAssumed: Bool = false, foldedSections: Set<String> = [],
    chosenSpace: ChannelID? = nil,
    hasEarlyWords: Bool = false, hasEarlyFiles: Bool = false, knockReasons: [String: String] = [:]
  ) {
    self.openChannel = openChannel
    self.openThread = openThread
    self.isInThread = isInThread
    self.isOffline = isOffline
    self.isOfflineAssumed = isOfflineAssumed
    self.foldedSections = foldedSections
    self.chosenSpace = chosenSpace
    self.hasEarlyWords = hasEarlyWords
    self.hasEarlyFiles = hasEarlyFiles
    self.knockReasons = knockReasons
  }
}
