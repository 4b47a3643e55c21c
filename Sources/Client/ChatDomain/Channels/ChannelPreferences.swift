/// How a person wants a channel to be listed, and what of it calls for them. It belongs to the person: all of their devices
/// show the same.
public struct ChannelPreferences: Hashable, Sendable {
  /// Whether the channel stands before the others.
  public var isFavourite: Bool
  /// Which new messages call for the person, with a badge and a notification.
  public var notifications: NotificationLevel
  /// Increases with every change that this device hears of, so that a late answer or event is recognized. Another device
  /// may count otherwise.
  public var revision: UInt64

  /// Without arguments: what goes for a channel of which nobody has said anything.
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
  /// Whether the channel is to stand before the others.
  public var isFavourite: Bool?
  /// Which of its new messages are to call for the person.
  public var notifications: NotificationLevel?

  /// What is not named here stays as it is.
  public init(isFavourite: Bool? = nil, notifications: NotificationLevel? = nil) {
    self.isFavourite = isFavourite
    self.notifications = notifications
  }
}
