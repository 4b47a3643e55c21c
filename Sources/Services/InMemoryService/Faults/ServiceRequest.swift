import ChatDomain

/// The kinds of requests, one for each method of the service protocol.
public enum ServiceRequest: String, Hashable, Sendable, CaseIterable {
  /// `ChatService.user(_:)`.
  case user
  /// `ChatService.users(matching:in:limit:)`.
  case findUsers
  /// `ChatService.presence(of:)`.
  case presence
  /// `ChatService.channel(_:)`.
  case channel
  /// `ChatService.channels(_:)`.
  case channels
  /// `ChatService.channels(matching:limit:)`.
  case findChannels
  /// `ChatService.createChannel(_:)`.
  case createChannel
  /// `ChatService.directChannel(with:)`.
  case directChannel
  /// `ChatService.knownDirectChannel(with:)`.
  case knownDirectChannel
  /// `ChatService.join(_:)`, which accepts invitations, too.
  case join
  /// `ChatService.leave(_:)`.
  case leave
  /// `ChatService.update(_:_:)` with a `ChannelChange`.
  case updateChannel
  /// `ChatService.add(_:to:)`.
  case addMembers
  /// `ChatService.invitations(_:)`.
  case invitations
  /// `ChatService.spaces()`.
  case spaces
  /// `ChatService.declineInvitation(to:)`.
  case declineInvitation
  /// `ChatService.update(_:_:)` with a `ChannelPreferencesChange`.
  case updatePreferences
  /// `ChatService.members(of:_:)`.
  case members
  /// `ChatService.setTyping(_:in:)`.
  case setTyping
  /// `ChatService.markRead(_:upTo:)`.
  case markRead
  /// `ChatService.setMarkedUnread(_:_:)`.
  case setMarkedUnread
  /// `ChatService.markThreadRead(_:in:upTo:)`.
  case markThreadRead
  /// `ChatService.message(_:in:)`.
  case message
  /// `ChatService.messages(_:)`.
  case messages
  /// `ChatService.search(_:)`.
  case search
  /// `ChatService.pinnedMessages(in:_:)`.
  case pinnedMessages
  /// `ChatService.threads(_:)`.
  case threads
  /// `ChatService.send(_:)`.
  case send
  /// `ChatService.edit(_:)`.
  case edit
  /// `ChatService.delete(_:in:hard:)`.
  case delete
  /// `ChatService.pin(_:in:_:)`.
  case pin
  /// `ChatService.unpin(_:in:)`.
  case unpin
  /// `ChatService.setReaction(_:)`.
  case setReaction
  /// `ChatService.sendMention(_:)`.
  case sendMention
  /// `ChatService.inbox(_:)`.
  case inbox
  /// `ChatService.markInboxRead(_:)`.
  case markInboxRead
  /// `ChatService.beginUpload(_:transactionId:)`.
  case beginUpload
  /// `ChatService.upload(_:at:to:)`, one for each piece.
  case upload
  /// `ChatService.finishUpload(_:)`.
  case finishUpload
  /// `ChatService.download(_:_:)`.
  case download
  /// `ChatService.saveDraft(_:for:over:dates:)`.
  case saveDraft
  /// `ChatService.deleteDraft(for:over:)`.
  case deleteDraft
  /// `ChatService.draft(for:)`.
  case draft
  /// `ChatService.drafts(_:)`.
  case drafts
  /// `ChatService.currentEventToken()`.
  case eventToken
  /// `ChatService.events(after:)`, as a stream is opened.
  case events
  /// `ChatService.join(_:)` with a `ChannelAddress`.
  case joinAddress
  /// `ChatService.directory(_:)`.
  case directory
  /// `ChatService.leftChannels(_:)`.
  case leftChannels
  /// `ChatService.forget(_:)`.
  case forget
  /// `ChatService.ignoredUsers(_:)`.
  case ignoredUsers
  /// `ChatService.setIgnored(_:_:)`.
  case setIgnored
  /// `ChatService.readers(of:limit:)`.
  case readers
  /// `ChatService.knock(on:reason:)`.
  case knock
  /// `ChatService.knocks()`.
  case knocks
  /// `ChatService.takeBackKnock(on:)`.
  case takeBackKnock
  /// `ChatService.visitors()`.
  case visitors
  /// `ChatService.admit(_:to:)`.
  case admit
  /// `ChatService.turnAway(_:from:)`.
  case turnAway
  /// `ChatService.encryptionState()`.
  case encryptionState
  /// `ChatService.enterRecoveryKey(_:)`.
  case enterRecoveryKey
  /// `ChatService.makeRecoveryKey()`.
  case makeRecoveryKey
  /// `ChatService.saveRecoveryKey(to:)`.
  case saveRecoveryKey
  /// `ChatService.setUpEncryption(confirming:password:)`.
  case setUpEncryption
  /// `ChatService.encryptionRecipients(in:)`.
  case encryptionRecipients
  /// `ChatService.acceptIdentity(of:)`.
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
    case .user, .findUsers, .presence, .channel, .channels, .findChannels, .knownDirectChannel, .leave,
      .invitations, .spaces, .declineInvitation, .updatePreferences, .members, .setTyping, .markRead,
      .setMarkedUnread, .markThreadRead, .message, .messages, .search, .pinnedMessages, .threads, .inbox,
      .markInboxRead, .download, .saveDraft, .deleteDraft, .draft, .drafts, .eventToken, .events, .directory,
      .leftChannels, .forget, .ignoredUsers, .setIgnored, .readers, .knocks, .takeBackKnock, .visitors,
      .encryptionState, .enterRecoveryKey, .makeRecoveryKey, .saveRecoveryKey, .setUpEncryption,
      .encryptionRecipients, .acceptIdentity:
      false
    }
  }
}
