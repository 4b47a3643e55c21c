package import ChatDomain

/// An event as it came, with what decides where it belongs.
package struct CachedEvent: Hashable, Sendable {
  /// What an event is.
  package enum Kind: Int, Hashable, Sendable, CaseIterable {
    case message, system, edit, reaction, redaction, state, other, vote
  }

  package let id: MessageID
  package let room: ChannelID
  package var token: Timetoken
  /// The run of the timeline it is in; nil: what is around it is not known.
  package var slice: SliceID?
  package var kind: Kind
  /// Whether it has a place where messages are shown; false for what is no message, and for what is deleted with its
  /// place.
  package var isShown: Bool
  /// Whether it counts as unread and as a reply.
  package var isCounted: Bool
  /// Whether its place is, or also is, in the channel.
  package var isInChannel: Bool
  /// The message under which it is a reply.
  package var parentId: MessageID?
  /// The event that it is about.
  package var target: MessageID?
  package var quoted: MessageID?
  package var sender: UserID
  package var mentionsMe: Bool
  package var transactionId: TransactionID?
  package var bytes: [UInt8]

  package init(
    id: MessageID, room: ChannelID, token: Timetoken, slice: SliceID?, kind: Kind, isShown: Bool,
    isCounted: Bool, isInChannel: Bool, parentId: MessageID?, target: MessageID?, quoted: MessageID?,
    sender: UserID, mentionsMe: Bool, transactionId: TransactionID?, bytes: [UInt8]
  ) {
    self.id = id
    self.room = room
    self.token = token
    self.slice = slice
    self.kind = kind
    self.isShown = isShown
    self.isCounted = isCounted
    self.isInChannel = isInChannel
    self.parentId = parentId
    self.target = target
    self.quoted = quoted
    self.sender = sender
    self.mentionsMe = mentionsMe
    self.transactionId = transactionId
    self.bytes = bytes
  }
}
