/// A message to be sent to the service.
public struct NewMessage: Hashable, Sendable {
  /// The id of the request. Repeating it has no effect; the service repeats its answer.
  public var transactionId: TransactionID
  /// The channel it is sent to, for a reply too.
  public var channelId: ChannelID
  /// The message it replies to; nil if it is no reply.
  public var parentId: MessageID?
  /// The text in its wire form (`MessageMarkup`).
  public var markup: String
  /// Files that were already uploaded.
  public var files: [FileID]
  /// The message that it quotes; see ``QuoteRules``.
  public var quoted: QuotedMessage?
  /// Whether a reply is also shown in the channel; ignored for other messages.
  public var isShownInChannel: Bool
  /// Pins the message on arrival; nil does not pin it.
  public var pinning: Pinning?
  /// Whether and how long the message is stored.
  public var delivery: DeliveryOptions
  /// Data that is sent along and not shown.
  public var extras: MessageExtras
  /// Whether the author of the quoted message is notified as by a mention.
  public var mentionsQuotedAuthor = false
  /// Whether it was written for an encrypted channel. The service refuses it rather than send it unencrypted.
  public var isEncrypted = false

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
  /// When the pin expires; nil keeps it until it is removed.
  public var expiresAt: Timestamp?

  /// Without an end, the pin stays until it is removed.
  public init(expiresAt: Timestamp? = nil) { self.expiresAt = expiresAt }
}

/// How the service should treat a message.
public struct DeliveryOptions: Hashable, Sendable {
  /// False: the message reaches only users who are online, and is not stored in the history.
  public var shouldStore: Bool
  /// The time to live in hours; nil or 0: the message does not expire. Ignored if the message is not stored.
  public var timeToLive: Int?
  /// Requests POST instead of GET from services that support both.
  public var usePost: Bool

  /// Without arguments: stored, without an expiry.
  public init(shouldStore: Bool = true, timeToLive: Int? = nil, usePost: Bool = false) {
    self.shouldStore = shouldStore
    self.timeToLive = timeToLive
    self.usePost = usePost
  }
}

/// An edit of a message, to be sent to the service.
public struct MessageEdit: Hashable, Sendable {
  /// The id of the request. Repeating it has no effect; the service repeats its answer.
  public var transactionId: TransactionID
  /// The channel of the message.
  public var channelId: ChannelID
  /// The message to change, one of the current user's own.
  public var messageId: MessageID
  /// The complete new text in its wire form (`MessageMarkup`).
  public var markup: String
  /// All files that the message has after the edit, including existing ones.
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
  /// The id of the request. Repeating it has no effect, even if another device made a change in between; the service repeats
  /// its answer.
  public var transactionId: TransactionID
  /// The channel of the message.
  public var channelId: ChannelID
  /// The message to react to.
  public var messageId: MessageID
  /// The reaction, usually an emoji.
  public var name: String
  /// Whether the change adds the reaction or removes it.
  public var isOn: Bool
  /// The reacting user: the current user.
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
