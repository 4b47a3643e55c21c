import ChatDomain
import Testing

@Suite("Kinds of unread messages")
struct ChannelNewsTests {
  @Test(
    "The level decides which messages notify, and nothing is counted twice",
    arguments: [(NotificationLevel.all, 2, 7, 0), (.mentions, 2, 2, 5), (.nothing, 0, 0, 7)])
  func levels(level: NotificationLevel, mentions: Int, notifications: Int, merelyNew: Int) {
    let news = ChannelNews(ReadPosition(unreadCount: 7, mentionCount: 2), level)
    #expect(
      [news.mentions, news.notifications, news.merelyNew] == [mentions, notifications, merelyNew])
    #expect(news.isCalling == (level != .nothing) && !news.isEmpty)
  }

  @Test("A mark notifies at any level, and without new messages")
  func marks() {
    for level in NotificationLevel.allCases {
      #expect(ChannelNews(ReadPosition(isMarkedUnread: true), level).isCalling)
      #expect(ChannelNews(ReadPosition(), level).isEmpty)
    }
  }

  @Test("A service may count mentions that it does not count as unread")
  func more() {
    let news = ChannelNews(ReadPosition(unreadCount: 0, mentionCount: 3), .mentions)
    #expect(news.notifications == 3 && news.merelyNew == 0)
  }

  @Test("Sums add equal kinds, and a mark stays")
  func sums() {
    var sum = ChannelNews(ReadPosition(unreadCount: 7, mentionCount: 2), .mentions)
    sum.add(ChannelNews(ReadPosition(unreadCount: 1, isMarkedUnread: true), .all))
    #expect([sum.mentions, sum.notifications, sum.merelyNew] == [2, 3, 5] && sum.isMarked)
  }
}
