import ChatDomain

/// The kinds of requests, one for each method of the service protocol.
public enum ServiceRequest: String, Hashable, Sendable, CaseIterable {
  /// Methods of the same name, about people.
  case user, presence, members, setTyping, readers, ignoredUsers, setIgnored
  /// Methods of the same name, about channels.
  case channel, channels, createChannel, directChannel, knownDirectChannel, leave, forget, leftChannels,
    directory, spaces
  /// Methods of the same name, about who may come in.
  case invitations, declineInvitation, knock, knocks, takeBackKnock, visitors, admit, turnAway
  /// Methods of the same name, about messages and what was read of them.
  case message, messages, search, pinnedMessages, threads, send, edit, delete, pin, unpin, setReaction,
    sendMention, inbox, markRead, setMarkedUnread, markThreadRead, markInboxRead
  /// Methods of the same name, about files and drafts.
  case beginUpload, finishUpload, download, saveDraft, deleteDraft, draft, drafts
  /// Methods of the same name, about encryption.
  case encryptionState, enterRecoveryKey, makeRecoveryKey, saveRecoveryKey, setUpEncryption,
    encryptionRecipients, acceptIdentity
  /// `ChatService.users(matching:in:limit:)`.
  case findUsers
  /// `ChatService.channels(matching:limit:)`.
  case findChannels
  /// `ChatService.join(_:)`, which accepts invitations, too.
  case join
  /// `ChatService.update(_:_:)` with a `ChannelChange`.
  case updateChannel
  /// `ChatService.add(_:to:)`.
  case addMembers
  /// `ChatService.update(_:_:)` with a `ChannelPreferencesChange`.
  case updatePreferences
  /// `ChatService.upload(_:at:to:)`, one for each piece.
  case upload
  /// `ChatService.currentEventToken()`.
  case eventToken
  /// `ChatService.events(after:)`, as a stream is opened.
  case events
  /// `ChatService.join(_:)` with a `ChannelAddress`.
  case joinAddress
}

extension AccountHold {
  /// Whether the service still answers such a request while the account is held.
  func lets(_ request: ServiceRequest) -> Bool {
    switch self {
    case .locked, .closed, .expired: false
    case .suspended, .termsNotAccepted, .serviceLimit: !request.isSeenByOthers
    }
  }
}

extension ServiceRequest {
  /// Whether it has an effect that other people see.
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
