/// Where a session stands, so that the next one on this device goes on there.
public struct SessionState: Hashable, Sendable {
  /// The channel that was on the screen; nil if none was.
  public var openChannel: ChannelID?
  /// The message whose thread is open beside the channel.
  public var openThread: MessageID?
  /// Whether the keyboard focus is in the thread.
  public var isInThread: Bool
  /// Whether the user chose to work without a connection.
  public var isOffline: Bool
  /// Whether that is only assumed, because what the user chose could not be read.
  public var isOfflineAssumed: Bool
  /// The names of the sections folded away in the list of channels.
  public var foldedSections: Set<String>
  /// The space whose channels are listed alone; nil: all are listed.
  public var chosenSpace: ChannelID?
  /// Whether the words that stand in no channel were typed before this place was open again: they belong there.
  public var hasEarlyWords: Bool
  /// Whether the files that are in no channel were attached before this place was open again: they belong there.
  public var hasEarlyFiles: Bool
  /// Why the user wants to be let into channels, as far as it is typed and nobody has it yet, by the channels' addresses.
  public var knockReasons: [String: String]

  /// Without arguments: what a first session begins with.
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
