/// An optional feature of a service. The rest of ``ChatService`` is required of every service.
public enum ServiceAbility: String, Hashable, Sendable, CaseIterable {
  /// A new channel gets the requested id; an id in use is refused.
  case choosesIds
  /// Users who are added to a channel become members at once. Otherwise they are invited.
  case addsMembers
  /// Messages can be sent without being stored (``DeliveryOptions/shouldStore``). Otherwise such a message is refused.
  case passesMessages
  /// A message can have a time to live, after which the service removes it. Otherwise such a message is refused.
  case expiresMessages
  /// A pin can have an end, which applies to all members. Otherwise such a pin is refused.
  case expiresPins
  /// Only users who can see a message with a file can download the file. Otherwise anyone who knows its id can.
  case guardsFiles
  /// Typing is reported per thread. Otherwise typing in a thread is not reported.
  case typesInThreads
  /// All searches ignore case and accents. Otherwise only searches on the device do.
  case foldsEverywhere
  /// Messages can be searched by text. Otherwise ``ChatService/search(_:)`` is refused.
  case searchesMessages
  /// Presence is reported. Otherwise ``ChatService/presence(of:)`` is refused, and there are no events for it.
  case tellsPresence
  /// Messages can have reactions. Otherwise ``ChatService/setReaction(_:)`` is refused.
  case takesReactions
  /// Messages can be pinned. Otherwise pinning, unpinning and listing pins are refused.
  case pinsMessages
  /// All devices of a user share the drafts. Otherwise each request for drafts is refused, and each device has its own.
  case keepsDrafts
  /// There is a directory of channels. Otherwise ``ChatService/directory(_:)`` is refused.
  case listsChannels
  /// Users can be ignored. Otherwise ``ChatService/setIgnored(_:_:)`` is refused.
  case ignoresPeople
  /// A channel can be marked as unread. Otherwise ``ChatService/setMarkedUnread(_:_:)`` is refused.
  case marksUnread
  /// The read positions of others are reported. Otherwise ``ChatService/readers(of:limit:)`` and its variant for threads are
  /// refused, and there are no events for them.
  case tellsReaders
  /// The service collects an inbox over all channels. Otherwise each request for it is refused.
  case keepsInbox
  /// Channels are grouped in spaces. Otherwise ``ChatService/spaces()`` is refused.
  case groupsChannels
  /// Users can ask to join channels. Otherwise each such request is refused.
  case takesKnocks
  /// Messages can be encrypted on this device. Otherwise each request about encryption is refused, and so is sending to encrypted
  /// channels.
  case encrypts
}

extension Set<ServiceAbility> {
  /// The reason a service with these abilities refuses a request; nil if it has all the abilities that the request needs.
  public func refusal(ofNeeding needs: Set<ServiceAbility>) -> ChatError.Refusal? {
    // The common case, decided without going through all abilities.
    guard !needs.isSubset(of: self) else { return nil }
    let missing = ServiceAbility.allCases.first { needs.contains($0) && !contains($0) }
    return missing.map(ChatError.Refusal.notSupported)
  }
}

extension ServiceAbility: CustomStringConvertible {
  /// The feature that is missing without the ability.
  public var description: String {
    switch self {
    case .choosesIds: "channel ids cannot be chosen"
    case .addsMembers: "people can only be invited"
    case .passesMessages: "every message is stored"
    case .expiresMessages: "messages do not expire"
    case .expiresPins: "pins do not expire"
    case .guardsFiles: "anyone who has a file's id can get it"
    case .typesInThreads: "typing in threads is not shown"
    case .foldsEverywhere: "case and accents matter in some searches"
    case .searchesMessages: "messages cannot be searched here"
    case .tellsPresence: "nobody can see who is online"
    case .takesReactions: "there are no reactions here"
    case .pinsMessages: "messages cannot be pinned here"
    case .keepsDrafts: "drafts stay on this device"
    case .listsChannels: "there is no directory here"
    case .ignoresPeople: "people cannot be ignored here"
    case .groupsChannels: "there are no spaces here"
    case .marksUnread: "channels cannot be marked as unread here"
    case .tellsReaders: "nobody can see what others have read"
    case .takesKnocks: "requests to join are not possible here"
    case .keepsInbox: "there is no inbox here"
    case .encrypts: "messages cannot be encrypted here"
    }
  }
}

extension NewMessage {
  /// The abilities that a service needs in order to accept the message unchanged.
  public var needs: Set<ServiceAbility> { delivery.needs.union(pinning?.needs ?? []) }
}

extension DeliveryOptions {
  /// The abilities that a service needs for these options.
  public var needs: Set<ServiceAbility> {
    guard shouldStore else { return [.passesMessages] }
    return timeToLive ?? 0 > 0 ? [.expiresMessages] : []
  }
}

extension Pinning {
  /// The abilities that a service needs for a pin of this duration.
  public var needs: Set<ServiceAbility> {
    expiresAt == nil ? [.pinsMessages] : [.pinsMessages, .expiresPins]
  }
}

/// The rule for quotes: every message of the same channel that is not deleted can be quoted, including a reply in a thread,
/// because all readers of the quote may read the message.
public enum QuoteRules {
  /// The reason a message may not be quoted in a channel or in one of its threads; nil if it may.
  public static func refusal(ofQuoting message: Message, in channel: ChannelID) -> ChatError.Refusal? {
    if message.channelId != channel { return .quoteFromOtherChannel }
    if message.isDeleted { return .messageDeleted }
    return nil
  }
}

/// The rules for starting a thread. Threads are one level deep.
public enum ThreadRules {
  /// The reason no reply may be written under a message; nil if replies are allowed.
  public static func refusal(ofReplyTo parent: Message) -> ChatError.Refusal? {
    if parent.isReply { return .replyToReply }
    if parent.kind == .system { return .replyToSystemMessage }
    if parent.isDeleted { return .replyToDeletedMessage }
    return nil
  }
}

extension MessageExtras {
  /// The reason no service accepts and no store can keep a message with this data; nil if the data is valid.
  public var refusal: ChatError.Refusal? {
    let isTooDeep = meta?.values.contains { $0.isNested(deeperThan: JSONValue.maximumDepth) } ?? false
    return isTooDeep ? .nestedTooDeep(limit: JSONValue.maximumDepth) : nil
  }
}
