/// How a user wants a channel to be listed, and which messages notify them. All of the user's devices share it.
public struct ChannelPreferences: Hashable, Sendable {
  /// Whether the channel is listed before the others.
  public var isFavourite: Bool
  /// Which new messages notify the user, with a badge and a notification.
  public var notifications: NotificationLevel
  /// Increases with every change that this device receives, so that a late answer or event is recognized. The count may differ
  /// between devices.
  public var revision: UInt64

  /// Without arguments: the preferences of a channel that was never configured.
  public init(
    isFavourite: Bool = false, notifications: NotificationLevel = .all, revision: UInt64 = 0
  ) {
    self.isFavourite = isFavourite
    self.notifications = notifications
    self.revision = revision
  }
}

/// A change to a person's preferences for a channel; a nil property stays as it is.
public struct ChannelPreferencesChange: Hashable, Sendable {
  /// Whether to list the channel before the others.
  public var isFavourite: Bool?
  /// Which new messages should notify the user.
  public var notifications: NotificationLevel?

  /// Properties without an argument stay unchanged.
  public init(isFavourite: Bool? = nil, notifications: NotificationLevel? = nil) {
    self.isFavourite = isFavourite
    self.notifications = notifications
  }
}
