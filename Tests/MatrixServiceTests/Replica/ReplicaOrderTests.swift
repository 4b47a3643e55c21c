import ChatDomain
import DraftEngine
import JSON
import TestSupport
import Testing

@testable import MatrixService

/// Any order of arrival of a room's events gives the same room.
@Suite("The order of events in a replica")
struct ReplicaOrderTests {
  private static let seeds = (0..<(isSoak ? 400 : 80)).map { TestSeed.value &+ $0 }

  @Test("Any split into answers, with duplicates, gives the same room")
  func splits() throws {
    for seed in Self.seeds {
      let talk = Talk(seed: seed)
      let expected = try Self.live(talk)
      var generator = SeededGenerator(seed: seed &+ 1000)
      let desk = try ReplicaDesk.onHill()
      var rest = talk.events[...]
      while !rest.isEmpty {
        let count = generator.within(1...6)
        var events = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        if generator.percent(30) {
          events.append(generator.one(of: talk.events.prefix(talk.events.count - rest.count)))
        }
        try desk.take(SyncText(events))
      }
      let seen = try View(desk)
      #expect(seen == expected, "SEED=\(seed): \(seen.difference(from: expected))")
      guard seen == expected else { return }
    }
  }

  @Test("Pages in any order, place and direction give the same room")
  func pages() throws {
    for seed in Self.seeds {
      let talk = Talk(seed: seed)
      let expected = try Self.live(talk)
      var generator = SeededGenerator(seed: seed &+ 2000)
      let feed = RoomFeed(events: Said.foundation() + talk.events)
      let desk = try ReplicaDesk()
      let first = generator.within(7...feed.events.count - 1)
      // The state in a sync contains only the last change of the pins.
      let pins = feed.events[..<first].filter { $0.contains("m.room.pinned_events") }.suffix(1)
      let part = SyncText.Joined(
        state: Said.foundation() + pins, events: Array(feed.events[first...]), isLimited: true,
        previous: "t\(first)"
      )
      try desk.take(SyncText(part))
      try feed.load(into: desk, &generator)
      let seen = try View(desk)
      #expect(seen == expected, "SEED=\(seed): \(seen.difference(from: expected))")
      let slices = try desk.replica.cache.slices.of(Said.hill)
      #expect(
        slices.count == 1 && slices.first?.before == nil && slices.first?.isLive == true, "SEED=\(seed)")
      guard seen == expected else { return }
    }
  }

  @Test("A cut room with differing server clocks has each message once, in order")
  func cuts() throws {
    for seed in Self.seeds {
      var generator = SeededGenerator(seed: seed &+ 3000)
      let count = generator.within(20...60)
      // The clock of one server is minutes off.
      let texts = (0..<count).map { number in
        Said.text(
          "$\(number)", "message \(number)",
          at: number + (generator.percent(30) ? generator.within(-200...200) : 0))
      }
      let feed = RoomFeed(events: Said.foundation() + texts)
      let desk = try ReplicaDesk()
      try desk.take(SyncText(Said.foundation()))
      var place = 7
      while place < feed.events.count {
        let end = min(feed.events.count, place + generator.within(1...12))
        let start = generator.percent(50) ? place : generator.within(place...end - 1)
        let part = SyncText.Joined(
          events: Array(feed.events[start..<end]), isLimited: start > place, previous: "t\(start)")
        try desk.take(SyncText(part), gaps: start > place ? [Said.hill: .cut] : [:])
        place = end
      }
      try feed.load(into: desk, &generator, finds: 0)
      let ids = try desk.messages().filter { $0.kind == .regular }.map(\.id.rawValue)
      #expect(ids == (0..<count).map { "$\($0)" }, "SEED=\(seed): \(ids)")
      guard ids.count == count else { return }
    }
  }

  @Test("An answer interrupted between two parts and repeated gives the same room")
  func parts() throws {
    for seed in Self.seeds {
      let talk = Talk(seed: seed)
      let expected = try Self.live(talk)
      var generator = SeededGenerator(seed: seed &+ 4000)
      var text = SyncText(talk.events)
      for number in 0..<3 {
        let other = (ChannelID("!\(number):example.org"), SyncText.Joined(events: Said.foundation()))
        text.joined.insert(other, at: generator.below(text.joined.count + 1))
      }
      let answer = try SyncAnswer(Array(text.text(next: "later").utf8), for: Said.ann)
      let parts = AnswerPart.all(of: answer, with: [:], most: 1)
      var desk = try ReplicaDesk.onHill()
      for part in parts.prefix(generator.below(parts.count)) {
        _ = try #require(try desk.replica.apply(part, of: answer, gaps: [:]) { _ in })
      }
      desk = try ReplicaDesk(desk.replica.cache)
      #expect(desk.replica.since == "s1")
      try desk.replica.apply(answer, gaps: [:], most: generator.within(1...20))
      let seen = try View(desk)
      #expect(seen == expected, "SEED=\(seed): \(seen.difference(from: expected))")
      #expect(desk.replica.since == "later" && desk.replica.rooms.count == 4)
      guard seen == expected else { return }
    }
  }

  @Test("A part is not applied before the parts that precede it")
  func lostPart() throws {
    var text = SyncText([Said.text("$1", "one", at: 1)])
    text.joined.append(("!other:example.org", SyncText.Joined(events: Said.foundation())))
    let answer = try SyncAnswer(Array(text.text(next: "later").utf8), for: Said.ann)
    let parts = AnswerPart.all(of: answer, with: [:], most: 1)
    let desk = try ReplicaDesk.onHill()
    #expect(try desk.replica.apply(parts[1], of: answer, gaps: [:]) { _ in } == nil)
    #expect(desk.replica.since == "s1" && desk.replica.rooms.count == 1)
  }

  @Test("The parts of an answer contain each room once, and have a limited number of events")
  func partition() throws {
    var generator = SeededGenerator(seed: 5000)
    for count in 0..<40 {
      var text = SyncText()
      for number in 0..<count {
        let events = (0..<generator.below(9)).map { Said.text("$\($0)", "text", at: $0) }
        text.joined.append((ChannelID("!\(number):example.org"), SyncText.Joined(events: events)))
      }
      let answer = try SyncAnswer(Array(text.text(next: "next").utf8), for: Said.ann)
      let most = generator.within(1...20)
      let parts = AnswerPart.all(of: answer, with: [:], most: most)
      #expect(parts.flatMap(\.rooms) == Array(answer.joined.indices))
      #expect(parts.map(\.isFirst) == parts.indices.map { $0 == 0 })
      #expect(parts.map(\.isLast) == parts.indices.map { $0 == parts.count - 1 })
      for part in parts {
        let sizes = answer.joined[part.rooms].map(\.timeline.events.count)
        #expect(sizes.dropLast().reduce(0, +) < most)
        #expect(part.isLast || sizes.reduce(0, +) >= most)
      }
    }
  }

  @Test("A message that claims to reply to itself is shown in the channel")
  func replyToItself() throws {
    let desk = try ReplicaDesk.onHill([Said.text("$1", "me", at: 1, under: "$1")])
    #expect(try desk.messages().map(\.id).contains("$1"))
    #expect(try desk.replies(under: "$1").isEmpty)
  }

  private static func live(_ talk: Talk) throws -> View {
    let desk = try ReplicaDesk.onHill()
    for event in talk.events { try desk.take(event) }
    return try View(desk)
  }

  /// A room as people see it. Versions and tokens are left out, because they depend on what was loaded.
  struct View: Hashable {
    var messages: [String] = []
    var threads: [String: [String]] = [:]
    var mine: Set<String> = []
    var counts = ""
    var pins: [String] = []

    init(_ desk: ReplicaDesk) throws {
      func words(_ message: Message) -> String {
        let thread = message.threadInfo.map { info in
          "\(info.replyCount) by \(info.mostRepliedUsers.map(\.id)) at \(String(describing: info.lastRepliedAt))"
        }
        return """
          \(message.id) \(message.author.id): \(message.text) \(message.reactions.map { "\($0.name)\($0.users.sorted())" }) \
          edited \(String(describing: message.editedAt)) deleted \(message.isDeleted) \
          pin \(String(describing: message.pin?.by)) thread \(thread ?? "–") quoting \
          \(message.quoted.map { "\($0.id) \($0.elements.text) \($0.isDeleted)" } ?? "–") under \(message.parentId?.rawValue ?? "–")
          """
      }
      let room = try desk.room()
      let shown = try desk.messages().filter { $0.kind == .regular }
      messages = shown.map(words)
      for thread in try desk.replica.cache.threads.of(Said.hill) {
        let replies = try desk.replies(under: thread.root)
        if !replies.isEmpty { threads[thread.root.rawValue] = replies.map(words) }
        // Mentions count as taking part only where they were loaded, so only the authors are compared.
        let root = try desk.message(thread.root)
        let wrote = try desk.replica.cache.threads.repliers(of: thread.root, in: Said.hill).map(\.user)
        if !wrote.isEmpty, wrote.contains(Said.ann) || root?.author.id == Said.ann {
          #expect(thread.isParticipating && thread.latest != nil, "\(thread)")
          mine.insert(thread.root.rawValue)
        }
      }
      let all = try desk.replica.cache.events.count(in: Said.hill, under: nil, after: nil, notBy: Said.ann)
      counts = "\(all)"
      pins = room.pins.content.entries.map(\.id.rawValue)
    }

    func difference(from other: View) -> String {
      let gone = other.messages.filter { !messages.contains($0) }
      let new = messages.filter { !other.messages.contains($0) }
      return "not there: \(gone)\nthere instead: \(new)\nthreads \(threads) for \(other.threads)\n"
        + "pins \(pins) for \(other.pins), mine \(mine) for \(other.mine), counts \(counts) for \(other.counts)"
    }
  }
}
