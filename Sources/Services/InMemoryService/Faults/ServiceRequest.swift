import ChatDomain

/// The kinds of requests, one for each method of the service protocol.
public enum ServiceRequest: String, Hashable, Sendable, CaseIterable {
  case user
  /// `ChatService.users(matching:in:limit:)`.
  case findUsers
  case presence
  case channel
  case channels
  /// `ChatService.channels(matching:limit:)`.
  case findChannels
  case createChannel
  case directChannel
  case knownDirectChannel
  /// `ChatService.join(_:)`, which accepts invitations, too.
  case join
  case leave
  /// `ChatService.update(_:_:)` with a `ChannelChange`.
  case updateChannel
  /// `ChatService.add(_:to:)`.
  case addMembers
  case invitations
  case spaces
  case declineInvitation
  /// `ChatService.update(_:_:)` with a `ChannelPreferencesChange`.
  case updatePreferences
  case members
  case setTyping
  case markRead
  case setMarkedUnread
  case markThreadRead
  case message
  case messages
  case search
  case pinnedMessages
  case threads
  case send
  case edit
  case delete
  case pin
  case unpin
  case setReaction
  case sendMention
  case inbox
  case markInboxRead
  case beginUpload
  /// `ChatService.upload(_:at:to:)`, one for each piece.
  case upload
  case finishUpload
  case download
  case saveDraft
  case deleteDraft
  case draft
  case drafts
  /// `ChatService.currentEventToken()`.
  case eventToken
  /// `ChatService.events(after:)`, as a stream is opened.
  case events
  /// `ChatService.join(_:)` with a `ChannelAddress`.
  case joinAddress
  case directory
  case leftChannels
  case forget
  case ignoredUsers
  case setIgnored
  case readers
  case knock
  case knocks
  case takeBackKnock
  case visitors
  case admit
  case turnAway
  case encryptionState
  case enterRecoveryKey
  case makeRecoveryKey
  case saveRecoveryKey
  case setUpEncryption
  case encryptionRecipients
  case acceptIdentity
}

extension AccountHold {
  /// Whether the service still answers such a request of an account that is held up.
  func lets(_ request: ServiceRequest) -> Bool {
    switch self {
    case .locked, .closed, .expired: false
    case .suspended, .termsNotAccepted, .serviceLimit: !request.isSeenByOthers
    }
  }
}

extension ServiceRequest {
  /// Whether it brings something about that other people see.
  fileprivate var isSeenByOthers: Bool {
    switch self {
    case .send, .edit, .delete, .pin, .unpin, .setReaction, .sendMention, .createChannel, .directChannel,
      .join, .joinAddress, .knock, .admit, .turnAway, .updateChannel, .addMembers, .beginUpload, .upload,
      .finishUpload:
      true
    default: false
    }
  }
}

extension ServiceRequest {
  /// The ability that a service must have for such a request; nil if every service has it.
  var ability: ServiceAbility? {
    switch self {
    case .presence: .tellsPresence
    case .ignoredUsers, .setIgnored: .ignoresPeople
    case .saveDraft, .deleteDraft, .draft, .drafts: .keepsDrafts
    case .search: .searchesMessages
    case .inbox, .markInboxRead: .keepsInbox
    case .setMarkedUnread: .marksUnread
    case .spaces: .groupsChannels
    case .pinnedMessages, .unpin: .pinsMessages
    case .setReaction: .takesReactions
    case .readers: .tellsReaders
    case .knock, .knocks, .takeBackKnock, .visitors, .admit, .turnAway: .takesKnocks
    case .encryptionState, .enterRecoveryKey, .makeRecoveryKey, .saveRecoveryKey, .setUpEncryption,
      .encryptionRecipients, .acceptIdentity:
      .encrypts
    default: nil
    }
  }
}
