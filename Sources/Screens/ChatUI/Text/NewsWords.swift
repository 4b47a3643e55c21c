import ChatDomain

/// What is new in a channel, in words: what calls for the user first, then what does not.
nonisolated enum NewsWords {
  static func parts(of news: ChannelNews) -> [String] {
    [
      news.notifications > 0 ? "\(news.notifications) unread" : nil,
      news.mentions > 0 ? counted(news.mentions, "mention", "mentions") : nil,
      news.merelyNew > 0 ? "\(news.merelyNew) merely new" : nil,
      news.isMarked ? "marked as unread" : nil,
    ].compactMap(\.self)
  }
}
