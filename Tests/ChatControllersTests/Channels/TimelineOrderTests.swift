import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The timeline with events in any order", .watched)
struct TimelineOrderTests {
  private let ben = User(id: "ben")

  private func message(_ token: UInt64, _ text: String = "") -> Message {
    Message(
      id: MessageID("m\(token)"), channelId: "room", author: ben,
      elements: [.plainText(text: text.isEmpty ? "\(token)" : text)],
      createdAt: Timestamp(seconds: Int64(token)), timetoken: Timetoken(token))
  }

  private func edited(_ message: Message, _ text: String, version: UInt64) -> Message {
    var message = message
    message.elements = [.plainText(text: text)]
    message.editedAt = Timestamp(seconds: Int64(version))
    message.version = Timetoken(version)
    return message
  }

  private func quoting(_ quoted: Message, _ token: UInt64) -> Message {
    var message = message(token)
    message.quoted = QuotedMessage(quoted)
    return message
  }

  private func deletion(_ id: MessageID, hard: Bool) -> ChatEvent {
    .messageDeleted(
      MessageDeletedEvent(
        channelId: "room", messageId: id, parentId: nil, isHard: hard, deletedAt: Timestamp(seconds: 99)))
  }

  private func thread(_ id: MessageID, _ count: Int, _ version: UInt64) -> ChatEvent {
    .threadInfoUpdated(
      ThreadInfoUpdateEvent(
        channelId: "room", targetMessageId: id,
        threadInfo: ThreadInfo(
          replyCount: count, mostRepliedUsers: [ben], lastRepliedAt: nil, updatedAt: Timetoken(version))))
  }

  @Test("A reply count that arrives before its message is kept, the later of two")
  func early() {
    var timeline = MessageTimeline(channelId: "room")
    for event in [thread("m1", 2, 20), thread("m1", 1, 10)] { #expect(timeline.apply(event).isEmpty) }
    _ = timeline.apply(.messageCreated(message(1)))
    #expect(timeline["m1"]?.threadInfo?.replyCount == 2)
    _ = timeline.apply(thread("m1", 3, 30))
    #expect(timeline["m1"]?.threadInfo?.replyCount == 3)
  }

  @Test("The number of pending updates for unknown messages is limited")
  func bounded() {
    var earlyUpdates = EarlyUpdates(limit: 10)
    for number in 1...1_000 {
      earlyUpdates.remember(edited(message(UInt64(number)), "edited", version: UInt64(2_000 + number)))
    }
    #expect(
      earlyUpdates.upToDate(message(1_000))?.text == "edited"
        && earlyUpdates.upToDate(message(1))?.text == "1")
  }

  @Test("The window keeps its edge when the message there is deleted")
  func edges() {
    for isDeletedFirst in [true, false] {
      var timeline = MessageTimeline(channelId: "room")
      let mark = timeline.beginLoading()
      _ = timeline.reset(
        to: Page([message(10), message(11)], next: "after", previous: "before"), asOf: mark)
      let events: [ChatEvent] = [
        deletion("m10", hard: true), deletion("m11", hard: true),
        .messageUpdated(edited(message(5), "edited", version: 50)),
        .messageUpdated(edited(message(15), "edited", version: 51)),
      ]
      for event in isDeletedFirst ? events : events.reversed() { _ = timeline.apply(event) }
      #expect(timeline.messages.isEmpty)
    }
  }

  @Test("A held-back message that was shown does not return with a later page without it")
  func heldOnce() {
    var timeline = MessageTimeline(channelId: "room")
    let first = timeline.beginLoading()
    _ = timeline.reset(to: Page([message(10)], next: "after"), asOf: first)
    let newer = timeline.beginLoading()
    _ = timeline.apply(.messageCreated(message(12)))
    let whole = timeline.beginLoading()
    _ = timeline.append(Page([message(11)]), asOf: newer)
    #expect(timeline.messages.map(\.id) == ["m10", "m11", "m12"])
    // It was deleted before this page was requested, and no event reported it.
    _ = timeline.reset(to: Page([message(10), message(11)]), asOf: whole)
    #expect(timeline.messages.map(\.id) == ["m10", "m11"])
  }

  @Test("A message deleted while held back for a page is not shown with its text")
  func heldAndDeleted() {
    var timeline = MessageTimeline(channelId: "room")
    let first = timeline.beginLoading()
    _ = timeline.reset(to: Page([message(10)], next: "after"), asOf: first)
    let newer = timeline.beginLoading()
    _ = timeline.apply(.messageCreated(message(12)))
    _ = timeline.apply(deletion("m12", hard: false))
    _ = timeline.append(Page([message(11)]), asOf: newer)
    #expect(timeline.messages.map(\.text) == ["10", "11"])
  }

  @Test("A quote of a message outside the window shows its latest known version")
  func quotesFromOutside() {
    for event in [
      .messageUpdated(edited(message(1), "new", version: 50)), deletion("m1", hard: false),
      deletion("m1", hard: true),
    ] as [ChatEvent] {
      for isQuoteFirst in [true, false] {
        var timeline = MessageTimeline(channelId: "room")
        let mark = timeline.beginLoading()
        _ = timeline.reset(to: Page([message(10)], previous: "before"), asOf: mark)
        let events = [.messageCreated(quoting(message(1, "old"), 11)), event]
        for event in isQuoteFirst ? events : events.reversed() { _ = timeline.apply(event) }
        #expect(timeline["m11"]?.quoted?.elements.text != "old")
        if case .messageDeleted = event { #expect(timeline["m11"]?.quoted?.isDeleted == true) }
      }
    }
  }

  @Test("Edits, deletions, quotes and threads in any order, with duplicates, give the same messages")
  func anyOrder() {
    let seed: UInt64 = 20_261_122
    var generator = SeededGenerator(seed: seed)
    for run in 0..<60 {
      var events: [ChatEvent] = []
      var latest: [UInt64: Message] = [:]
      for token in UInt64(1)...8 {
        let quoted = generator.happens(0.5) ? latest[1 + UInt64(run) % token] : nil
        latest[token] = quoted.map { quoting($0, token) } ?? message(token)
        events.append(.messageCreated(latest[token] ?? message(token)))
      }
      for step in UInt64(100)..<116 {
        let token = 1 + generator.next() % 8
        guard let known = latest[token] else { continue }
        switch generator.next() % 8 {
        case 0..<4:
          latest[token] = edited(known, "\(step)", version: step)
          events.append(.messageUpdated(latest[token] ?? known))
        case 4, 5: events.append(thread(known.id, Int(step), step))
        case 6:
          events.append(deletion(known.id, hard: false))
          latest[token] = nil
        default:
          events.append(deletion(known.id, hard: true))
          latest[token] = nil
        }
      }
      func list(_ events: [ChatEvent]) -> [Message] {
        var timeline = MessageTimeline(channelId: "room")
        for event in events { _ = timeline.apply(event) }
        // A quote from either of two versions with the same text is the same.
        return timeline.messages.map { message in
          var message = message
          message.quoted = message.quoted.map {
            QuotedMessage(
              id: $0.id, channelId: $0.channelId, author: $0.author, elements: $0.elements,
              isDeleted: $0.isDeleted)
          }
          return message
        }
      }
      let expected = list(events)
      for _ in 0..<20 {
        let found = list((events + events).shuffled(using: &generator))
        #expect(found == expected, "seed \(seed), run \(run)")
      }
    }
  }
}
