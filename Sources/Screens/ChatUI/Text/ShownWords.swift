import ChatDomain

nonisolated extension User {
  /// The user's own name is "you".
  func shownName(to reader: UserID) -> String { id == reader ? "you" : displayName }
}

nonisolated extension UserID {
  /// The id as it can be typed: "@alex_d", also where the sign is a part of the id.
  var handle: String { rawValue.hasPrefix("@") ? rawValue : "@\(rawValue)" }
}

nonisolated extension ChannelSummary {
  /// The name with its symbol: "#general", "@ Alex Dunn".
  func title(reader: UserID) -> String {
    if channel.type == .direct { return "@ \(partner?.displayName ?? channel.displayName)" }
    return channel.displayName.hasPrefix("#") ? channel.displayName : "#\(channel.displayName)"
  }
}

/// What is new in a channel, in words: what calls for the user first, then what does not.
nonisolated enum NewsWords {
  static func parts(of news: ChannelNews) -> [String] {
    [
      news.notifications > 0 ? "\(news.notifications) unread" : nil,
      news.mentions > 0 ? counted(news.mentions, "mention", "mentions") : nil,
      news.merelyNew > 0 ? "\(news.merelyNew) new, not notified" : nil,
      news.isMarked ? "marked as unread" : nil,
    ].compactMap(\.self)
  }
}

/// The size of a file in a sentence: "7 bytes", "12 kB".
nonisolated struct ByteCount: Hashable, Sendable, CustomStringConvertible {
  let bytes: Int

  init(_ bytes: Int) { self.bytes = bytes }

  var description: String {
    switch bytes {
    case 1: "1 byte"
    case ..<1000: "\(bytes) bytes"
    case ..<1_000_000: "\(bytes / 1000) kB"
    default: "\(bytes / 1_000_000) MB"
    }
  }
}
