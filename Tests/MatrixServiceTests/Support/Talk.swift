import ChatDomain
import TestSupport
import Testing

@testable import MatrixService

/// A random conversation of three people in a room, with edits, reactions and redactions.
struct Talk {
  private(set) var events: [String] = []

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let people = [Said.ann, Said.ben, Said.eve]
    var roots: [(id: String, by: UserID)] = []
    var replies: [(id: String, by: UserID)] = []
    var reactions: [(id: String, by: UserID)] = []
    var edits: [(id: String, by: UserID)] = []
    var pinned: [String] = []
    for number in 1...generator.within(8...20) {
      let (id, at) = ("$\(number)", number)
      let who = generator.one(of: people)
      let all = roots + replies
      let mentions = generator.percent(20) ? [Said.ann] : []
      switch generator.below(20) {
      case 4...7 where !roots.isEmpty:
        let root = generator.one(of: roots).id
        events.append(
          Said.text(
            id, "reply \(number)", by: who, at: at, under: root, isShown: generator.percent(30),
            mentions: mentions))
        replies.append((id, who))
      case 8...9 where !all.isEmpty:
        let target = generator.one(of: all)
        // Sometimes sent by a person without permission.
        events.append(
          Said.edit(
            id, of: target.id, "edit \(number)", by: generator.percent(80) ? target.by : who, at: at,
            mentions: mentions))
        edits.append((id, who))
      case 10...12 where !all.isEmpty:
        events.append(
          Said.reaction(id, to: generator.one(of: all).id, generator.one(of: ["+1", "-1"]), by: who, at: at))
        reactions.append((id, who))
      case 13 where !reactions.isEmpty:
        let target = generator.one(of: reactions)
        events.append(Said.redaction(id, of: target.id, by: generator.percent(80) ? target.by : who, at: at))
      case 14 where !edits.isEmpty:
        let target = generator.one(of: edits)
        events.append(Said.redaction(id, of: target.id, by: target.by, at: at))
      case 15...16 where !all.isEmpty:
        let target = generator.one(of: all)
        events.append(
          Said.redaction(
            id, of: target.id, by: generator.percent(70) ? target.by : who, at: at,
            isHard: generator.percent(40)))
      case 17 where !roots.isEmpty:
        pinned = generator.percent(70) ? [generator.one(of: roots).id] : []
        events.append(Said.pins(id, pinned, by: who, at: at))
      case 18 where !all.isEmpty:
        events.append(Said.text(id, "quote \(number)", by: who, at: at, quoting: generator.one(of: all).id))
        roots.append((id, who))
      default:
        events.append(Said.text(id, "message \(number)", by: who, at: at, mentions: mentions))
        roots.append((id, who))
      }
    }
  }
}

/// The history of a room, served in pages.
struct RoomFeed {
  let events: [String]

  /// A page of at most this many events.
  private func page(from: Int, isForward: Bool, limit: Int) throws -> MessagesAnswer {
    let end = isForward ? min(events.count, from + limit) : max(0, from - limit)
    let chunk = isForward ? Array(events[from..<end]) : events[end..<from].reversed()
    let more = chunk.isEmpty ? "" : #","end":"t\#(end)""#
    let text = #"{"chunk":[\#(chunk.joined(separator: ","))],"start":"t\#(from)"\#(more)}"#
    return try MessagesAnswer(Array(text.utf8), in: Said.hill)
  }

  private func context(_ place: Int, _ half: Int) throws -> ContextAnswer {
    let (first, last) = (max(0, place - half), min(events.count, place + 1 + half))
    let text =
      #"{"event":\#(events[place]),"start":"t\#(first)","end":"t\#(last)","#
      + #""events_before":[\#(events[first..<place].reversed().joined(separator: ","))],"#
      + #""events_after":[\#(events[(place + 1)..<last].joined(separator: ","))]}"#
    return try ContextAnswer(Array(text.utf8), of: id(place), in: Said.hill)
  }

  private func id(_ place: Int) throws -> MessageID {
    let part = try #require(events[place].split(separator: "\"event_id\":\"").dropFirst().first)
    return MessageID(String(part.prefix { $0 != "\"" }))
  }

  /// Loads everything in random order until no gap is left.
  ///
  /// - Parameter finds: the maximum number of events that are fetched alone meanwhile.
  func load(into desk: ReplicaDesk, _ generator: inout SeededGenerator, finds: Int = 5) throws {
    let replica = desk.replica
    var finds = finds
    for _ in 0..<2000 {
      let room = try desk.room()
      let history = replica.history(of: room)
      let slices = try replica.cache.slices.of(Said.hill)
      let open = slices.filter { $0.before != nil || !$0.isLive }
      guard let slice = open.isEmpty ? nil : generator.one(of: open) else { return }
      let limit = generator.within(1...8)
      switch generator.below(10) {
      case 0:
        let place = generator.below(events.count)
        if try replica.cache.events.event(id(place), in: Said.hill)?.slice == nil {
          try history.add(context(place, generator.below(4)))
        }
      case 1 where finds > 0:
        finds -= 1
        try desk.find(generator.one(of: events))
      case 2:
        if !slices.contains(where: { $0.before == nil }) {
          _ = try history.begin(page(from: 0, isForward: true, limit: limit))
        }
      case 3...5 where !slice.isLive && slice.after != nil:
        let from = try #require(slice.after.flatMap { Int($0.dropFirst()) })
        let page = try page(from: from, isForward: true, limit: limit)
        if page.events.isEmpty { continue }
        try history.append(page, to: slice)
      default:
        guard let before = slice.before else { continue }
        let page = try page(from: try #require(Int(before.dropFirst())), isForward: false, limit: limit)
        try history.prepend(page, to: slice)
        // The same answer to a second request: it has no effect.
        if generator.percent(20) { try history.prepend(page, to: slice) }
      }
    }
    Issue.record("the history is never complete")
  }
}
