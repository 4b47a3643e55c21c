import ChatDomain
import DraftEngine
import Testing

@testable import LocalStorage

/// A session record of versions without spaces.
private struct OlderSession: Recordable {
  let state: SessionState

  init(_ state: SessionState) { self.state = state }

  init(from reader: inout RecordReader) throws(RecordDamage) { throw RecordDamage.unknownTag }

  func write(to writer: inout RecordWriter) {
    writer.write(
      state.openChannel, state.openThread, state.isInThread, state.isOffline, state.foldedSections.sorted())
  }
}

@Suite("Sessions of earlier versions")
struct OlderSessionTests {
  private let state = SessionState(openChannel: "room", isOffline: true, foldedSections: ["threads"])

  @Test("A session without a chosen space is read, and written so that those versions can read it")
  func same() throws {
    let older = Record.sealed(OlderSession(state))
    let read: SessionState = try Record.opened(older)
    #expect(read == state && Record.sealed(state) == older)
    var chosen = state
    chosen.chosenSpace = "hill"
    let again: SessionState = try Record.opened(Record.sealed(chosen))
    #expect(again == chosen)
    for space in [nil, "hill"] as [ChannelID?] {
      let early = SessionState(openChannel: "room", chosenSpace: space, hasEarlyWords: true)
      let read: SessionState = try Record.opened(Record.sealed(early))
      #expect(read == early)
      let asking = SessionState(chosenSpace: space, knockReasons: ["#hill": "for the wine"])
      let again: SessionState = try Record.opened(Record.sealed(asking))
      #expect(again == asking)
      let attached = SessionState(openChannel: "room", chosenSpace: space, hasEarlyFiles: true)
      let last: SessionState = try Record.opened(Record.sealed(attached))
      #expect(last == attached)
      let introduced = SessionState(openChannel: "room", chosenSpace: space, introducedDevice: "3kQm")
      let shown: SessionState = try Record.opened(Record.sealed(introduced))
      #expect(shown == introduced)
    }
  }
}

/// A channel record of earlier versions.
private struct OlderSummary: Recordable {
  let summary: ChannelSummary
  /// Nil: from a version without preferences.
  let isMuted: Bool?

  init(_ summary: ChannelSummary, isMuted: Bool?) {
    self.summary = summary
    self.isMuted = isMuted
  }

  init(from reader: inout RecordReader) throws(RecordDamage) { throw RecordDamage.unknownTag }

  func write(to writer: inout RecordWriter) {
    writer.write(
      summary.channel, summary.memberCount, summary.partner, summary.lastMessage, summary.reading)
    if let isMuted { writer.write(true, isMuted, UInt64(7)) }
  }
}

@Suite("Messages of earlier versions")
struct OlderMessageTests {
  @Test("Current file fields follow the earlier ones")
  func files() throws {
    let plain = FileAttachment(id: "f", name: "a.ogg", mimeType: "audio/ogg", size: 3)
    let voice = FileAttachment(
      id: "f", name: "a.ogg", mimeType: "audio/ogg", size: 3, form: .voice, duration: .seconds(4))
    func message(_ files: [FileAttachment]) -> Message {
      Message(
        id: "m", channelId: "room", author: User(id: "ann"), elements: [.plainText(text: "x")], files: files,
        createdAt: Timestamp(microseconds: 5))
    }
    let earlier: CachedMessage = try Record.opened(Record.sealed(message([plain])))
    #expect(earlier.message == message([plain]))
    #expect(Record.sealed(CachedMessage(message([plain]))) == Record.sealed(message([plain])))
    let read: CachedMessage = try Record.opened(Record.sealed(CachedMessage(message([plain, voice]))))
    #expect(read.message == message([plain, voice]))
    for files in [[], [plain], [voice]] {
      var poll = message(files)
      poll.isEditable = false
      let read: CachedMessage = try Record.opened(Record.sealed(CachedMessage(poll)))
      #expect(read.message == poll)
      for isEditable in [true, false] {
        poll.isEditable = isEditable
        poll.alsoMentioned = ["ben"]
        let read: CachedMessage = try Record.opened(Record.sealed(CachedMessage(poll)))
        #expect(read.message == poll && read.message.mentions("ben") && !read.message.mentions("ann"))
      }
    }
  }
}

@Suite("Channels of earlier versions")
struct OlderSummaryTests {
  @Test(
    "A muted channel becomes one without notifications, any other one notifies of all messages",
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
