import ChatDomain

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
      .leftChannels, .forget, .ignoredUsers, .setIgnored, .readers, .knocks, .takeBackKnock, .visitors:
      false
    }
  }
}
