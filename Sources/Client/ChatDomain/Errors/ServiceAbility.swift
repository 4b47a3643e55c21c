/// An optional feature of a service. The rest of ``ChatService`` is required of every service.
public enum ServiceAbility: String, Hashable, Sendable, CaseIterable {
  /// A new channel gets the requested id; a taken id is refused.
  case choosesIds
  /// Users who are added to a channel become members at once. Otherwise they are invited.
  case addsMembers
  /// Messages can be sent without being stored (``DeliveryOptions/shouldStore``). Otherwise such a message is refused.
  case passesMessages
  /// A message can have a time to live, after which the service removes it. Otherwise such a message is refused.
  case expiresMessages
  /// A pin can have an end, which applies to all members. Otherwise such a pin is refused.
  case expiresPins
  /// A file can be downloaded only by users who can see a message with it. Otherwise by anyone who knows its id.
  case guardsFiles
  /// Typing is reported per thread. Otherwise typing in a thread is not reported.
  case typesInThreads
  /// All searches ignore case and accents. Otherwise only searches on the device do.
  case foldsEverywhere
  /// Messages can be searched by text. Otherwise ``ChatHistory/search(_:)`` is refused.
  case searchesMessages
  /// Presence is reported. Otherwise ``ChatPeople/presence(of:)`` is refused, and there are no events for it.
  case tellsPresence
  /// Messages can have reactions. Otherwise ``ChatSending/setReaction(_:)`` is refused.
  case takesReactions
  /// Messages can be pinned. Otherwise pinning, unpinning and listing pins are refused.
  case pinsMessages
  /// Drafts are shared by all devices of a user. Otherwise all of ``ChatDrafts`` is refused, and each device has its own.
  case keepsDrafts
  /// There is a directory of channels. Otherwise ``ChatPlaces/directory(_:)`` is refused.
  case listsChannels
  /// Users can be ignored. Otherwise ``ChatIgnoring/setIgnored(_:_:)`` is refused.
  case ignoresPeople
  /// A channel can be marked as unread. Otherwise ``ChatUnreadMarks/setMarkedUnread(_:_:)`` is refused.
  case marksUnread
  /// The read positions of others are reported. Otherwise ``ChatReceipts/readers(of:limit:)`` and its variant for threads are
  /// refused, and there are no events for them.
  case tellsReaders
  /// The service collects an inbox over all channels. Otherwise all of ``ChatInbox`` is refused.
  case keepsInbox
  /// Channels are grouped in spaces. Otherwise ``ChatSpaces/spaces()`` is refused.
  case groupsChannels
  /// Users can ask to join channels. Otherwise all of ``ChatKnocking`` is refused.
  case takesKnocks
}

extension Set<ServiceAbility> {
  /// Why a service with these abilities refuses a request; nil if it has all that the request needs.
  public func refusal(ofNeeding needs: Set<ServiceAbility>) -> ChatError.Refusal? {
    // Most requests are allowed: those need no list of all abilities.
    guard !needs.isSubset(of: self) else { return nil }
    let missing = ServiceAbility.allCases.first { needs.contains($0) && !contains($0) }
    return missing.map(ChatError.Refusal.notSupported)
  }
}

extension ServiceAbility: CustomStringConvertible {
  /// What cannot be done without the ability.
  public var description: String {
    switch self {
    case .choosesIds: "a channel cannot be given a certain id"
    case .addsMembers: "people can only be invited"
    case .passesMessages: "every message is stored"
    case .expiresMessages: "a message has no time to live"
    case .expiresPins: "a pin has no end"
    case .guardsFiles: "whoever knows a file's id gets it"
    case .typesInThreads: "typing in a thread is not told"
    case .foldsEverywhere: "not everything is found without regard to case and accents"
    case .searchesMessages: "messages cannot be searched here"
    case .tellsPresence: "nobody is told who is online"
    case .takesReactions: "messages take no reactions here"
    case .pinsMessages: "messages cannot be pinned here"
    case .keepsDrafts: "drafts stay on this device"
    case .listsChannels: "there is no directory here"
    case .ignoresPeople: "nobody can be ignored here"
    case .groupsChannels: "there are no spaces here"
    case .marksUnread: "channels cannot be marked as unread here"
    case .tellsReaders: "nobody is told what others have read"
    case .takesKnocks: "nobody can ask to be let in here"
    case .keepsInbox: "what concerns you is not collected here"
    }
  }
}
