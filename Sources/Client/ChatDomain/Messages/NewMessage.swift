/// A message to be sent to the service.
public struct NewMessage: Hashable, Sendable {
  /// Sending the same transaction again has no effect; the service only repeats its answer.
  public var transactionId: TransactionID
  /// The channel it goes to, for a reply too.
  public var channelId: ChannelID
  /// The message it replies to; nil if it is no reply.
  public var parentId: MessageID?
  /// The text in its wire form (`MessageMarkup`).
  public var markup: String
  /// Files that were already uploaded.
  public var files: [FileID]
  /// The message that it quotes; see ``QuoteRules``.
  public var quoted: QuotedMessage?
  /// Whether a reply is also shown in the channel; without meaning for other messages.
  public var isShownInChannel: Bool
  /// Pins the message as it arrives; nil does not.
  public var pinning: Pinning?
  /// Whether and how long the message is stored.
  public var delivery: DeliveryOptions
  /// Data that travels with it and is not shown.
  public var extras: MessageExtras
  /// Whether the author of the quoted message is notified as by a mention.
  public var mentionsQuotedAuthor = false

  /// A message for ``ChatService/send(_:)``. `MessageMarkup` writes the markup.
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
  /// Nil: until the pin is removed.
  public var expiresAt: Timestamp?

  /// Without an end, the pin stays until it is removed.
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

  /// Without arguments: stored like every message, for good.
  public init(shouldStore: Bool = true, timeToLive: Int? = nil, usePost: Bool = false) {
    self.shouldStore = shouldStore
    self.timeToLive = timeToLive
    self.usePost = usePost
  }
}

/// An edit of a message, to be sent to the service.
public struct MessageEdit: Hashable, Sendable {
  /// Sending the same transaction again has no effect; the service only repeats its answer.
  public var transactionId: TransactionID
  /// The channel of the message.
  public var channelId: ChannelID
  /// The message to change, one of the current user's own.
  public var messageId: MessageID
  /// The whole new text in its wire form (`MessageMarkup`).
  public var markup: String
  /// All files that the message has afterwards, also those that it had before.
  public var files: [FileID]

  /// An edit for ``ChatService/edit(_:)``.
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
  /// The channel of the message.
  public var channelId: ChannelID
  /// The message that is reacted to.
  public var messageId: MessageID
  /// The reaction, usually an emoji.
  public var name: String
  /// Whether the reaction is present afterwards.
  public var isOn: Bool
  /// The reacting user: the one who is signed in.
  public var user: UserID

  /// A change for ``ChatService/setReaction(_:)``.
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
