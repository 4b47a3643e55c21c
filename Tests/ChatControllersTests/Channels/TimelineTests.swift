import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The timeline", .watched)
struct TimelineTests {
  private let ann = User(id: "ann")
  private let ben = User(id: "ben")

  private func message(
    _ token: UInt64, _ text: String = "", by author: User? = nil, transaction: TransactionID? = nil,
    under parent: MessageID? = nil, shown: Bool = true
  ) -> Message {
    Message(
      id: MessageID("m\(token)"), channelId: "room", parentId: parent, author: author ?? ben,
      elements: [.plainText(text: text.isEmpty ? "\(token)" : text)],
      createdAt: Timestamp(seconds: Int64(token)), timetoken: Timetoken(token), isShownInChannel: shown,
      transactionId: transaction)
  }

  private func entry(_ sequence: Int, _ text: String, at time: Int64) -> OutboxEntry {
    let id = TransactionID("t\(sequence)")
    let outgoing = OutgoingMessage(key: DraftKey(channelId: "room"), elements: [.plainText(text: text)])
    return OutboxEntry(
      sequence: sequence, transactionId: id, work: .send(outgoing.request(as: id)),
      message: outgoing.echo(as: id, by: ann, at: Timestamp(seconds: time)))
  }

  private func change(_ entry: OutboxEntry, _ outcome: OutboxChange.Outcome? = nil) -> OutboxChange {
    OutboxChange(
      transactionId: entry.transactionId, messageId: entry.message.id, channelId: "room", parentId: nil,
      outcome: outcome ?? .waiting(entry))
  }

  private func deletion(_ id: MessageID, hard: Bool) -> ChatEvent {
    .messageDeleted(
      MessageDeletedEvent(
        channelId: "room", messageId: id, parentId: nil, isHard: hard, deletedAt: Timestamp(seconds: 99)))
  }

  private func edited(_ message: Message, _ text: String, at time: Int64) -> Message {
    var message = message
    message.elements = [.plainText(text: text)]
    message.editedAt = Timestamp(seconds: time)
    message.version = Timetoken(UInt64(time))
    return message
  }

  @Test("Events in any order, with duplicates, give the same list")
  func anyOrder() {
    let original = message(3)
    let events: [ChatEvent] = [
      .messageCreated(message(1)), .messageCreated(message(2)), .messageCreated(original),
      .messageUpdated(edited(original, "three", at: 4)),
      .messageUpdated(edited(original, "THREE", at: 5)),
      deletion("m2", hard: true), .messageCreated(message(6)), deletion("m6", hard: false),
    ]
    var generator = SeededGenerator(seed: 7)
    var lists: Set<[String]> = []
    for _ in 1...200 {
      var timeline = MessageTimeline(channelId: "room")
      for event in (events + events).shuffled(using: &generator) { _ = timeline.apply(event) }
      lists.insert(timeline.messages.map { "\($0.id) \($0.text)" })
    }
    #expect(lists == [["m1 1", "m3 THREE", "m6 "]])
  }

  @Test("A hard-deleted message does not come back, and a soft-deleted one keeps its place")
  func deletions() {
    var timeline = MessageTimeline(channelId: "room")
    _ = timeline.apply(deletion("m1", hard: true))
    #expect(timeline.apply(.messageCreated(message(1))).isEmpty)
    _ = timeline.apply(.messageCreated(message(2)))
    #expect(timeline.apply(deletion("m2", hard: false)) == [.updated("m2")])
    #expect(timeline.messages.map(\.isDeleted) == [true])
  }

  @Test("The service's message replaces the pending one, whether the event or the answer comes first")
  func arrival() {
    for eventFirst in [true, false] {
      var timeline = MessageTimeline(channelId: "room")
      _ = timeline.apply(.messageCreated(message(1)))
      let entry = entry(1, "mine", at: 2)
      #expect(timeline.apply(change(entry)) == [.inserted("t1")])
      _ = timeline.apply(.messageCreated(message(5)))
      #expect(timeline.messages.map(\.id) == ["m1", "m5", "t1"])
      let sent = message(3, "mine", by: ann, transaction: "t1")
      let steps: [(inout MessageTimeline) -> [TimelineChange]] = [
        { $0.apply(.messageCreated(sent)) }, { $0.apply(change(entry, .done(sent))) },
      ]
      let first = eventFirst ? steps[0](&timeline) : steps[1](&timeline)
      #expect(first == [.arrived("t1", as: "m3")])
      _ = timeline.apply(change(entry))
      #expect((eventFirst ? steps[1](&timeline) : steps[0](&timeline)).isEmpty)
      #expect(timeline.messages.map(\.id) == ["m1", "m3", "m5"])
      #expect(timeline["t1"]?.id == "m3")
    }
  }

  @Test("Pending messages come after all others, in their own order")
  func pendingLast() {
    var timeline = MessageTimeline(channelId: "room")
    for sequence in [2, 1, 3] { _ = timeline.apply(change(entry(sequence, "mine", at: 2))) }
    let mark = timeline.beginLoading()
    _ = timeline.showCached([message(1), message(5)])
    #expect(timeline.messages.map(\.id) == ["m1", "m5", "t1", "t2", "t3"])
    _ = timeline.reset(to: Page([message(5), message(6)], previous: "before"), asOf: mark)
    _ = timeline.apply(.messageCreated(message(9, "mine", by: ann, transaction: "t1")))
    _ = timeline.apply(.messageCreated(message(8)))
    #expect(timeline.messages.map(\.id) == ["m5", "m6", "m8", "m9", "t2", "t3"])
    _ = timeline.apply(change(entry(4, "mine", at: 1)))
    let older = timeline.beginLoading()
    _ = timeline.prepend(Page([message(3), message(4)]), asOf: older)
    #expect(timeline.messages.map(\.id) == ["m3", "m4", "m5", "m6", "m8", "m9", "t2", "t3", "t4"])
  }

  @Test("A pending change is shown on its message and removed again")
  func overlays() {
    var timeline = MessageTimeline(channelId: "room")
    let said = message(1, "old", by: ann)
    _ = timeline.apply(.messageCreated(said))
    var shown = said
    shown.elements = [.plainText(text: "new")]
    shown.localState = .pendingSync
    let edit = OutboxEntry(
      sequence: 1, transactionId: "t1",
      work: .edit(
        MessageEdit(transactionId: "t1", channelId: "room", messageId: "m1", markup: "new", files: [])),
      message: shown)
    _ = timeline.apply(change(edit))
    #expect(timeline.messages.map(\.text) == ["new"] && timeline.messages[0].localState == .pendingSync)
    // Meanwhile another user's reaction is shown, and the edited text stays.
    var reacted = said
    reacted.reactions = [Reaction(name: "+1", users: ["ben"])]
    reacted.version = Timetoken(7)
    _ = timeline.apply(.messageUpdated(reacted))
    #expect(timeline.messages[0].text == "new" && timeline.messages[0].reactions.count == 1)
    _ = timeline.apply(change(edit, .withdrawn))
    #expect(timeline.messages[0].text == "old" && timeline.messages[0].localState == nil)
  }

  @Test("A page requested before an event does not undo it")
  func pageBehindEvents() {
    var timeline = MessageTimeline(channelId: "room")
    let mark = timeline.beginLoading()
    let old = message(1, "old")
    _ = timeline.apply(.messageUpdated(edited(old, "new", at: 9)))
    _ = timeline.apply(deletion("m2", hard: true))
    _ = timeline.apply(.messageCreated(message(4)))
    _ = timeline.reset(to: Page([old, message(2), message(3)]), asOf: mark)
    #expect(timeline.messages.map(\.text) == ["new", "3", "4"])
  }

  @Test(
    "A change of a thread during a request is kept with the rest of the page's message"
  )
  func pageBehindThreads() {
    var timeline = MessageTimeline(channelId: "room")
    let first = timeline.beginLoading()
    _ = timeline.reset(to: Page([message(1)]), asOf: first)
    let mark = timeline.beginLoading()
    let info = ThreadInfo(replyCount: 1, mostRepliedUsers: [], lastRepliedAt: nil, updatedAt: Timetoken(9))
    _ = timeline.apply(
      .threadInfoUpdated(ThreadInfoUpdateEvent(channelId: "room", targetMessageId: "m1", threadInfo: info)))
    _ = timeline.reset(to: Page([edited(message(1), "missed", at: 5)]), asOf: mark)
    #expect(timeline.messages.map(\.text) == ["missed"])
    #expect(timeline.messages.map(\.threadInfo) == [info])
  }

  private func reacted(_ users: [UserID], at version: UInt64) -> Message {
    var message = message(1)
    message.reactions = users.isEmpty ? [] : [Reaction(name: "+1", users: users)]
    message.version = Timetoken(version)
    return message
  }

  private func reaction(_ isOn: Bool) -> OutboxEntry {
    let change = ReactionChange(
      transactionId: "t1", channelId: "room", messageId: "m1", name: "+1", isOn: isOn, user: "ann")
    return OutboxEntry(sequence: 1, transactionId: "t1", work: .react(change), message: message(1))
  }

  @Test("An answer does not undo any event that arrived since the request")
  func answerBehindEvents() {
    var timeline = MessageTimeline(channelId: "room")
    _ = timeline.apply(.messageCreated(message(1)))
    _ = timeline.apply(change(reaction(true)))
    #expect(timeline.messages[0].reactions.first?.users == ["ann"])
    // Ben's reaction is shown, and the user's own one is still overlaid.
    _ = timeline.apply(.messageUpdated(reacted(["ben"], at: 8)))
    #expect(timeline.messages[0].reactions.first?.users == ["ben", "ann"])
    // Ann's reaction had token 9 on the service, and she removed it on another device since.
    _ = timeline.apply(.messageUpdated(reacted(["ben"], at: 10)))
    _ = timeline.apply(change(reaction(true), .done(reacted(["ben", "ann"], at: 9))))
    #expect(timeline.messages[0].reactions.first?.users == ["ben"])
    #expect(timeline.update(with: reacted([], at: 7)).isEmpty)
    #expect(timeline.messages[0].reactions.first?.users == ["ben"])
  }

  @Test("An answer newer than the last event is shown at once")
  func answerBeforeItsEvent() {
    var timeline = MessageTimeline(channelId: "room")
    _ = timeline.apply(.messageCreated(message(1)))
    _ = timeline.apply(change(reaction(true)))
    _ = timeline.apply(.messageUpdated(reacted(["ben"], at: 8)))
    _ = timeline.apply(change(reaction(true), .done(reacted(["ben", "ann"], at: 9))))
    #expect(timeline.messages[0].reactions.first?.users == ["ben", "ann"])
    #expect(timeline.apply(.messageUpdated(reacted(["ben", "ann"], at: 9))).isEmpty)
  }

  @Test("A late event does not undo a newer page")
  func eventBehindPage() {
    var timeline = MessageTimeline(channelId: "room")
    let mark = timeline.beginLoading()
    _ = timeline.reset(to: Page([reacted(["ben"], at: 9)]), asOf: mark)
    #expect(timeline.apply(.messageUpdated(reacted([], at: 8))).isEmpty)
    #expect(timeline.messages[0].reactions.first?.users == ["ben"])
  }

  @Test("A pending reaction is shown until it is refused, then the message is as before")
  func refusedReaction() {
    var timeline = MessageTimeline(channelId: "room")
    _ = timeline.apply(.messageCreated(reacted(["ben", "ann"], at: 2)))
    _ = timeline.apply(change(reaction(false)))
    #expect(timeline.messages[0].reactions.first?.users == ["ben"])
    _ = timeline.apply(change(reaction(false), .withdrawn))
    #expect(timeline.messages[0].reactions.first?.users == ["ben", "ann"])
  }

  @Test("Messages that arrive during the request of the last page appear after it")
  func newerPage() {
    var timeline = MessageTimeline(channelId: "room")
    var mark = timeline.beginLoading()
    _ = timeline.reset(to: Page([message(1)], next: "more"), asOf: mark)
    _ = timeline.apply(change(entry(1, "mine", at: 9)))
    #expect(timeline.messages.map(\.id) == ["m1"])
    mark = timeline.beginLoading()
    _ = timeline.apply(.messageCreated(message(3)))
    #expect(timeline.messages.map(\.id) == ["m1"])
    _ = timeline.append(Page([message(2)]), asOf: mark)
    #expect(timeline.messages.map(\.id) == ["m1", "m2", "m3", "t1"])
  }

  @Test("Older pages are inserted before, and a message older than the window waits for its page")
  func olderPage() {
    var timeline = MessageTimeline(channelId: "room")
    var mark = timeline.beginLoading()
    _ = timeline.reset(to: Page([message(5)], previous: "more"), asOf: mark)
    #expect(timeline.apply(.messageCreated(message(2))).isEmpty)
    mark = timeline.beginLoading()
    #expect(
      timeline.prepend(Page([message(2), message(3), message(5)]), asOf: mark) == [.loadedOlder(2)])
    #expect(timeline.messages.map(\.id) == ["m2", "m3", "m5"])
  }

  @Test("A channel shows the replies that are also shown there, and a thread shows all its replies")
  func replies() {
    var channel = MessageTimeline(channelId: "room")
    var thread = MessageTimeline(channelId: "room", parentId: "m1")
    for one in [
      message(1), message(2, under: "m1", shown: true), message(3, under: "m1", shown: false),
      message(4, under: "m9", shown: false),
    ] {
      _ = channel.apply(.messageCreated(one))
      _ = thread.apply(.messageCreated(one))
    }
    #expect(channel.messages.map(\.id) == ["m1", "m2"])
    #expect(thread.messages.map(\.id) == ["m2", "m3"])
  }

  @Test("A quote shows the current text of the quoted message")
  func quotes() {
    var timeline = MessageTimeline(channelId: "room")
    let quoted = message(1, "old")
    var quoting = message(2, "see above")
    quoting.quoted = QuotedMessage(quoted)
    _ = timeline.apply(.messageCreated(quoted))
    _ = timeline.apply(.messageCreated(quoting))
    let changes = timeline.apply(.messageUpdated(edited(quoted, "new", at: 3)))
    #expect(changes == [.updated("m1"), .updated("m2")])
    #expect(timeline.messages[1].quoted?.elements.text == "new")
    _ = timeline.apply(deletion("m1", hard: true))
    #expect(timeline.messages.map { $0.quoted?.elements } == [[]])
  }

  @Test("R14: a change of a thread counts once and never reverts")
  func threads() {
    var timeline = MessageTimeline(channelId: "room")
    _ = timeline.apply(.messageCreated(message(1)))
    func news(_ count: Int, _ version: UInt64) -> ChatEvent {
      .threadInfoUpdated(
        ThreadInfoUpdateEvent(
          channelId: "room", targetMessageId: "m1",
          threadInfo: ThreadInfo(
            replyCount: count, mostRepliedUsers: [], lastRepliedAt: nil, updatedAt: Timetoken(version))))
    }
    #expect(timeline.apply(news(2, 5)) == [.updated("m1")])
    #expect(timeline.apply(news(2, 5)).isEmpty)
    #expect(timeline.apply(news(1, 4)).isEmpty)
    // An update of the message with an older thread count does not lower it.
    _ = timeline.apply(.messageUpdated(edited(message(1), "again", at: 9)))
    #expect(timeline.messages[0].threadInfo?.replyCount == 2)
  }

  @Test("An expired pin is removed")
  func pins() {
    var timeline = MessageTimeline(channelId: "room")
    var pinned = message(1)
    pinned.pin = Pin(by: "ben", at: Timestamp(seconds: 1), expiresAt: Timestamp(seconds: 10))
    _ = timeline.apply(.messageCreated(pinned))
    #expect(timeline.nextPinExpiry == Timestamp(seconds: 10))
    #expect(timeline.expirePins(at: Timestamp(seconds: 9)).isEmpty)
    #expect(timeline.expirePins(at: Timestamp(seconds: 10)) == [.updated("m1")])
    #expect(timeline.messages[0].pin == nil && timeline.nextPinExpiry == nil)
  }
}
