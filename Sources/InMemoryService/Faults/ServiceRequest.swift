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
}
