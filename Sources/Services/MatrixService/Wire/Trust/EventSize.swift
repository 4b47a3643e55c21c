public import ChatDomain
import JSON

/// How large an event may be, measured before it is sent: a server only says that it was too large.
public enum EventSize {
  /// All of the event, with what the server adds, in its canonical form.
  public static let limit = 65_536

  /// What servers add at most: the ids of 20 events before it and of 10 that allow it, a signature, a hash, numbers.
  private static let added = 30 * 48 + 600

  /// The size that an event with this content may come to.
  ///
  /// Our own contents are written as the canonical form writes them, but for the order of their keys.
  public static func bytes(
    content: [UInt8], type: String, sender: UserID, room: ChannelID
  ) -> Int {
    content.count + type.utf8.count + sender.rawValue.utf8.count + room.rawValue.utf8.count + added
  }

  /// Why the event would not be taken; nil if it would.
  public static func refusal(
    content: [UInt8], type: String = EventType.message, sender: UserID, room: ChannelID
  ) -> ChatError.Refusal? {
    let size = bytes(content: content, type: type, sender: sender, room: room)
    return size <= limit ? nil : .messageTooLong(bytes: size, limit: limit)
  }

  /// The limit that can be announced for the markup of a message: with body, markup and HTML it fits, as an edit too. Only
  /// texts of which much is escaped do not.
  public static let messageBytes = 16_384
}
