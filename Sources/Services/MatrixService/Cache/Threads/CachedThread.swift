package import ChatDomain

/// The thread under a message.
package struct CachedThread: Hashable, Sendable {
  /// What a server says of replies that are not all here.
  package struct ServerCount: Hashable, Sendable {
    package let count: Int
    package let latest: Timetoken

    package init(count: Int, latest: Timetoken) {
      self.count = count
      self.latest = latest
    }
  }

  package let room: ChannelID
  package let root: MessageID
  /// The token of its last reply; nil: none is known, and it is in no list.
  package var latest: Timetoken?
  /// The token of its last change; of two states of a thread it tells which is the newer one.
  package var changed: Timetoken
  /// Whether this user takes part.
  package var isParticipating: Bool
  /// Whether all its replies are here.
  package var isComplete: Bool
  /// Where the server goes on towards older replies.
  package var before: String?
  package var serverCount: ServerCount?

  package init(
    room: ChannelID, root: MessageID, latest: Timetoken?, changed: Timetoken, isParticipating: Bool,
    isComplete: Bool,
    before: String?, serverCount: ServerCount?
  ) {
    self.room = room
    self.root = root
    self.latest = latest
    self.changed = changed
    self.isParticipating = isParticipating
    self.isComplete = isComplete
    self.before = before
    self.serverCount = serverCount
  }
}

/// Somebody who replied in a thread.
package struct CachedReplier: Hashable, Sendable {
  package let user: UserID
  package let count: Int
  /// The token of the last reply.
  package let latest: Timetoken

  package init(user: UserID, count: Int, latest: Timetoken) {
    self.user = user
    self.count = count
    self.latest = latest
  }
}
