public import ChatDomain

/// How a message is to be sent.
public nonisolated struct SendTextParams: Hashable, Sendable {
  /// Travels with the message.
  public var meta: [String: JSONCodable]?
  /// False: the message reaches who is there and is in no history.
  public var shouldStore: Bool
  /// True asks for a request with a body.
  public var usePost: Bool
  /// In hours; nil or 0: the message does not expire.
  public var ttl: Int?
  /// Goes into notifications.
  public var customPushData: [String: String]?

  public init(
    meta: [String: JSONCodable]? = nil, shouldStore: Bool = true, usePost: Bool = false, ttl: Int? = nil,
    customPushData: [String: String]? = nil
  ) {
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
