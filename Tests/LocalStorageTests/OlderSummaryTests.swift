import ChatDomain
import Testing

@testable import LocalStorage

/// A channel as earlier versions kept it.
private struct OlderSummary: Recordable {
  let summary: ChannelSummary
  /// Nil: from before there were preferences.
  let isMuted: Bool?

  init(_ summary: ChannelSummary, isMuted: Bool?) {
    self.summary = summary
    self.isMuted = isMuted
  }

  init(from reader: inout RecordReader) throws(RecordDamage) { throw RecordDamage(.unknownTag) }

  func write(to writer: inout RecordWriter) {
    writer.write(
      summary.channel, summary.memberCount, summary.partner, summary.lastMessage, summary.reading)
    if let isMuted { writer.write(true, isMuted, UInt64(7)) }
  }
}

@Suite("Channels that earlier versions kept")
struct OlderSummaryTests {
  @Test(
    "A muted channel notifies of nothing, another one of everything",
    arguments: [(true as Bool?, NotificationLevel.nothing), (false, .all), (nil, .all)])
  func levels(isMuted: Bool?, level: NotificationLevel) throws {
    let summary = ChannelSummary(
      channel: Channel(id: "room", type: .group, createdAt: Timestamp(microseconds: 5)), memberCount: 2,
      reading: ReadPosition(unreadCount: 3))
    let read: ChannelSummary = try Record.opened(Record.sealed(OlderSummary(summary, isMuted: isMuted)))
    #expect(read.preferences.notifications == level && read.preferences.isFavourite == (isMuted != nil))
    #expect(read.reading == summary.reading && read.channel == summary.channel)
  }
}
