package import ChatDomain

/// Something that concerns the user of the account.
package struct CachedInboxItem: Hashable, Sendable {
  /// The event that does it: a message, or a reaction.
  package var event: MessageID
  package var room: ChannelID
  package var kind: InboxItem.Kind
  /// The message that it leads to: the event itself, or what it reacts to.
  package var message: MessageID
  /// The message under which that stands.
  package var parent: MessageID?
  package var sender: UserID
  /// The event's place in the timeline.
  package var token: Timetoken
  /// The name of a reaction.
  package var name: String?

  package init(
    event: MessageID, room: ChannelID, kind: InboxItem.Kind, message: MessageID, parent: MessageID?,
    sender: UserID, token: Timetoken, name: String? = nil
  ) {
    self.event = event
    self.room = room
    self.kind = kind
    self.message = message
    self.parent = parent
    self.sender = sender
    self.token = token
    self.name = name
  }
}
