/// How a person wants a channel to be listed. It belongs to the person: all of their devices show the same.
public struct ChannelPreferences: Hashable, Sendable {
  /// Whether the channel stands before the others.
  public var isFavourite: Bool
  /// Whether new messages in it call for nobody: no badge, no notification.
  public var isMuted: Bool
  /// Increases with every change, so that a late answer or event is recognized.
  public var revision: UInt64

  /// Without arguments: what goes for a channel of which nobody has said anything.
  public init(isFavourite: Bool = false, isMuted: Bool = false, revision: UInt64 = 0) {
    self.isFavourite = isFavourite
    self.isMuted = isMuted
    self.revision = revision
  }
}

/// A change to a person's preferences for a channel; a nil property stays as it is.
public struct ChannelPreferencesChange: Hashable, Sendable {
  /// Whether the channel is to stand before the others.
  public var isFavourite: Bool?
  /// Whether its new messages are to call for nobody.
  public var isMuted: Bool?

  /// What is not named here stays as it is.
  public init(isFavourite: Bool? = nil, isMuted: Bool? = nil) {
    self.isFavourite = isFavourite
    self.isMuted = isMuted
  }
}
