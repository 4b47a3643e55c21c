package import ChatDomain

/// Identifies a slice of a room's timeline. One that is gone is not used again.
package struct SliceID: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64
  package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A run of a room's timeline without a gap.
package struct CachedSlice: Hashable, Sendable {
  package let id: SliceID
  package let room: ChannelID
  /// Where the server goes on towards what is older; nil: it begins with the room.
  package var before: String?
  /// Where the server goes on towards what is newer.
  package var after: String?
  /// Whether it ends now.
  package var isLive: Bool

  package init(id: SliceID, room: ChannelID, before: String?, after: String?, isLive: Bool) {
    self.id = id
    self.room = room
    self.before = before
    self.after = after
    self.isLive = isLive
  }
}

/// What became of two slices that were to be one.
package enum SliceJoin: Hashable, Sendable {
  /// The newer one has the events of both.
  case joined(CachedSlice)
  /// They overlap, so the older one is dropped.
  case dropped
}
