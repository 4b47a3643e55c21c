public import ChatDomain
public import DraftEngine

/// Options for sending a message.
public nonisolated struct SendTextParams: Hashable, Sendable {
  /// The text to send instead of the composer's text; nil sends the composer's text.
  public var words: [MessageElement]?
  /// Additional files to send. They are not part of the draft, and do not return to the composer with it.
  public var files: [InputFile]
  /// Data sent along with the message.
  public var meta: [String: JSONCodable]?
  /// Whether the service keeps the message; if not, it only reaches users who are connected.
  public var shouldStore: Bool
  /// Whether to send a POST request.
  public var usePost: Bool
  /// The lifetime in hours; nil or 0: the message does not expire.
  public var ttl: Int?
  /// Data for push notifications.
  public var customPushData: [String: String]?

  /// By default the message is stored without an expiry.
  public init(
    words: [MessageElement]? = nil, files: [InputFile] = [],
    meta: [String: JSONCodable]? = nil, shouldStore: Bool = true, usePost: Bool = false, ttl: Int? = nil,
    customPushData: [String: String]? = nil
  ) {
    self.words = words
    self.files = files
    self.meta = meta
    self.shouldStore = shouldStore
    self.usePost = usePost
    self.ttl = ttl
    self.customPushData = customPushData
  }

  var delivery: DeliveryOptions {
    DeliveryOptions(shouldStore: shouldStore, timeToLive: ttl, usePost: usePost)
  }

  var extras: MessageExtras { MessageExtras(meta: meta, customPushData: customPushData) }
}

/// Where users are looked up for mentions.
public nonisolated enum UserSuggestionSource: Hashable, Sendable {
  /// The members of the channel; for a thread, of its channel.
  case channel
  /// All users.
  case global
}

/// Options of a draft: the parameters of `createMessageDraft`.
nonisolated struct MessageDraftOptions: Hashable, Sendable {
  let userSuggestionSource: UserSuggestionSource
  let isTypingIndicatorTriggered: Bool
  let userLimit: Int
  let channelLimit: Int

  init(
    userSuggestionSource: UserSuggestionSource, isTypingIndicatorTriggered: Bool, userLimit: Int,
    channelLimit: Int
  ) throws(ChatError) {
    guard (1...100).contains(userLimit) else { throw .refused(.invalid("a limit of \(userLimit) people")) }
    guard (1...100).contains(channelLimit) else {
      throw .refused(.invalid("a limit of \(channelLimit) channels"))
    }
    self.userSuggestionSource = userSuggestionSource
    self.isTypingIndicatorTriggered = isTypingIndicatorTriggered
    self.userLimit = userLimit
    self.channelLimit = channelLimit
  }
}
