package import ChatDomain

/// A room, with what the service notes about it.
package struct CachedRoom: Hashable, Sendable {
  package let id: ChannelID
  package var record: [UInt8]

  package init(id: ChannelID, record: [UInt8]) {
    self.id = id
    self.record = record
  }
}

/// The last value of something that a server keeps by its type, and by its key if there can be several.
package struct CachedState: Hashable, Sendable {
  package let type: String
  /// Empty for account data.
  package let key: String
  package let bytes: [UInt8]

  package init(type: String, key: String, bytes: [UInt8]) {
    self.type = type
    self.key = key
    self.bytes = bytes
  }
}

/// Account data with its room; nil: that of the account itself.
package struct CachedAccountData: Hashable, Sendable {
  package let room: ChannelID?
  package let state: CachedState

  package init(room: ChannelID?, state: CachedState) {
    self.room = room
    self.state = state
  }
}

/// How far somebody has read.
package struct CachedReceipt: Hashable, Sendable {
  package let room: ChannelID
  package let user: UserID
  /// Empty: everything; "main": what is in no thread; otherwise the message that a thread is under.
  package let scope: String
  package let isPrivate: Bool
  package let event: MessageID
  package let at: Timestamp

  package init(
    room: ChannelID, user: UserID, scope: String, isPrivate: Bool, event: MessageID, at: Timestamp
  ) {
    self.room = room
    self.user = user
    self.scope = scope
    self.isPrivate = isPrivate
    self.event = event
    self.at = at
  }
}
