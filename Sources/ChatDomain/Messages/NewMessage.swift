/// A message to be sent to the service.
public struct NewMessage: Hashable, Sendable {
  /// Sending the same transaction again has no effect; the service only repeats its answer.
  public var transactionId: TransactionID
  public var channelId: ChannelID
  public var parentId: MessageID?
  /// The text in its wire form (`MessageMarkup`).
  public var markup: String
  /// Files that were already uploaded.
  public var files: [FileID]
  public var quoted: QuotedMessage?
  public var isShownInChannel: Bool
  public var pinning: Pinning?
  public var delivery: DeliveryOptions
  public var extras: MessageExtras

  public init(
    transactionId: TransactionID, channelId: ChannelID, parentId: MessageID? = nil, markup: String,
    files: [FileID] = [], quoted: QuotedMessage? = nil, isShownInChannel: Bool = true,
    pinning: Pinning? = nil, delivery: DeliveryOptions = DeliveryOptions(),
    extras: MessageExtras = MessageExtras()
  ) {
    self.transactionId = transactionId
    self.channelId = channelId
    self.parentId = parentId
    self.markup = markup
    self.files = files
    self.quoted = quoted
    self.isShownInChannel = isShownInChannel
    self.pinning = pinning
    self.delivery = delivery
    self.extras = extras
  }
}

/// How long a message stays pinned.
public struct Pinning: Hashable, Sendable {
  /// Nil: until somebody removes the pin.
  public var expiresAt: Timestamp?

  public init(expiresAt: Timestamp? = nil) { self.expiresAt = expiresAt }
}

/// How the service should treat a message.
public struct DeliveryOptions: Hashable, Sendable {
  /// False: the message reaches the users who are online and is not stored in the history.
  public var shouldStore: Bool
  /// In hours; nil or 0: the message does not expire. Has no meaning without storing.
  public var timeToLive: Int?
  /// Asks for a request with a body, for services that support two kinds.
  public var usePost: Bool

  public init(shouldStore: Bool = true, timeToLive: Int? = nil, usePost: Bool = false) {
    self.shouldStore = shouldStore
    self.timeToLive = timeToLive
    self.usePost = usePost
  }
}

/// An edit of a message, to be sent to the service.
public struct MessageEdit: Hashable, Sendable {
  public var transactionId: TransactionID
  public var channelId: ChannelID
  public var messageId: MessageID
  public var markup: String
  public var files: [FileID]

  public init(
    transactionId: TransactionID, channelId: ChannelID, messageId: MessageID, markup: String,
    files: [FileID]
  ) {
    self.transactionId = transactionId
    self.channelId = channelId
    self.messageId = messageId
    self.markup = markup
    self.files = files
  }
}

/// A reaction to be added or removed at the service.
public struct ReactionChange: Hashable, Sendable {
  /// Sending the same transaction again has no effect, whatever other devices did in between; the service only repeats
  /// its answer.
  public var transactionId: TransactionID
  public var channelId: ChannelID
  public var messageId: MessageID
  public var name: String
  public var isOn: Bool
  /// The reacting user: the one who is signed in.
  public var user: UserID

  public init(
    transactionId: TransactionID, channelId: ChannelID, messageId: MessageID, name: String, isOn: Bool,
    user: UserID
  ) {
    self.transactionId = transactionId
    self.channelId = channelId
    self.messageId = messageId
    self.name = name
    self.isOn = isOn
    self.user = user
  }
}
