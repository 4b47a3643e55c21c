/// What one service can do and another cannot. Everything else in ``ChatService`` goes for every service.
public enum ServiceAbility: String, Hashable, Sendable, CaseIterable {
  /// A new channel gets the id that was wished for, and a wish that is taken is refused.
  case choosesIds
  /// Users who are added to a channel are in it at once. Otherwise they are invited.
  case addsMembers
  /// A message need not be stored: ``DeliveryOptions/shouldStore`` can be false. Otherwise such a message is refused.
  case passesMessages
  /// A message can have a time to live, after which the service removes it. Otherwise such a message is refused.
  case expiresMessages
  /// A pin can have an end, which holds for everybody in the channel. Otherwise such a pin is refused.
  case expiresPins
  /// The bytes of a file are given only to those who can see a message with it. Otherwise whoever knows its id gets them.
  case guardsFiles
  /// Typing is told with the thread that it is in. Otherwise typing in a thread is not told.
  case typesInThreads
  /// Whatever is looked for is found without regard to case and accents. Otherwise that goes only for what the device has.
  case foldsEverywhere
  /// Messages are found by their words. Otherwise ``ChatHistory/search(_:)`` is refused.
  case searchesMessages
  /// It is told who is online. Otherwise ``ChatPeople/presence(of:)`` is refused, and no event tells it.
  case tellsPresence
  /// Messages take reactions. Otherwise ``ChatSending/setReaction(_:)`` is refused.
  case takesReactions
  /// Messages can be pinned. Otherwise every pin, its removal and the list of them are refused.
  case pinsMessages
  /// Drafts are kept for all devices of a user. Otherwise all of ``ChatDrafts`` is refused, and each device has its own.
  case keepsDrafts
  /// There is a directory of channels. Otherwise ``ChatPlaces/directory(_:)`` is refused.
  case listsChannels
  /// Of certain people nothing is shown to the user. Otherwise ``ChatIgnoring/setIgnored(_:_:)`` is refused.
  case ignoresPeople
  /// A channel can be marked as unread. Otherwise ``ChatUnreadMarks/setMarkedUnread(_:_:)`` is refused.
  case marksUnread
  /// It is told how far others have read. Otherwise ``ChatReceipts/readers(of:limit:)`` and the same for threads are
  /// refused, and no event tells it.
  case tellsReaders
  /// What concerns a user is collected over all channels. Otherwise all of ``ChatInbox`` is refused.
  case keepsInbox
  /// Channels stand in spaces. Otherwise ``ChatSpaces/spaces()`` is refused.
  case groupsChannels
  /// People can ask to be let into channels. Otherwise all of ``ChatKnocking`` is refused.
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
  /// What cannot be done without it.
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
