package import ChatDomain

/// The thread under a message.
package struct CachedThread: Hashable, Sendable {
  /// What a server says of replies that are not all here.
  package struct Told: Hashable, Sendable {
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
  package var isMine: Bool
  /// Whether all its replies are here.
  package var isWhole: Bool
  /// Where the server goes on towards older replies.
  package var before: String?
  package var told: Told?

  package init(
    room: ChannelID, root: MessageID, latest: Timetoken?, changed: Timetoken, isMine: Bool, isWhole: Bool,
    before: String?, told: Told?
  ) {
    self.room = room
    self.root = root
    self.latest = latest
    self.changed = changed
    self.isMine = isMine
    self.isWhole = isWhole
    self.before = before
    self.told = told
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
