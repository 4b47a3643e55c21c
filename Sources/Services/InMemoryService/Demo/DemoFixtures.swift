public import ChatDomain
import DraftEngine

/// A small company with several days of history, for users without a chat service of their own.
public struct DemoFixtures: Sendable {
  /// The user at the terminal.
  public let user: User
  private let seed: UInt64
  /// The distance between the first tokens of two seeds: more than loading the demo counts. All of them are below the tokens that
  /// are derived from the time.
  private static let tokensOfSeed: UInt64 = 1_000_000
  /// The number of seeds with ids of their own.
  private static let seeds: UInt64 = 1_000_000_000
  private let localTime: LocalTime

  /// The demo as `user` finds it; `seed` determines the small talk of the past days.
  public init(
    user: User = User(id: "you", name: "Robin Vale"), seed: UInt64 = 0, localTime: LocalTime = LocalTime()
  ) {
    self.user = user
    self.seed = seed
    self.localTime = localTime
  }

  /// Fills an empty service. Does not run on the caller's actor, because it makes many requests to the service.
  @concurrent public func load(into service: InMemoryChatService) async throws(ChatError) {
    let start = service.clock.now
    let beginning = start + .seconds(-5 * 24 * 3600)
    // Messages get the same ids at each start, so that a draft in a thread finds its message again. With another seed they are
    // other messages, and get other ids.
    let first = seed % Self.seeds * Self.tokensOfSeed
    await service.perform { $0.countTokens(from: first) }
    for person in DemoPeople.all { await service.add(person) }
    await service.add(user)
    for id in DemoPeople.online { await service.setAlwaysOnline(true, id) }
    try await service.load(DemoScript.channels, createdBy: user.id, at: beginning)
    try await service.load([DemoScript.unjoined], createdBy: "soren", at: beginning)
    try await service.load([DemoScript.asked], createdBy: "olga", at: beginning)
    for id in [DemoScript.asked.id, "design"] { try await service.letKnock(on: id) }
    try await service.perform { state throws(ChatError) in
      let address = ChannelAddress(name: PlaceRequests.scheme + "design")
      let reason = "I have opinions about empty states"
      _ = try KnockRequests(user: "juergen").knock(on: address, reason: reason, &state)
    }
    for partner in DemoScript.directPartners {
      let channel = NewChannel(id: DemoScript.direct(partner), type: .direct, members: [partner])
      try await service.load([channel], createdBy: user.id, at: beginning)
    }
    for channel in DemoScript.channels where channel.members.contains("ana") {
      try await service.setRole(.administrator, of: "ana", in: channel.id)
    }
    try await service.setRole(.moderator, of: "ben", in: "general")
    let present = present(at: start)
    let lines = lines(present)
    // One request, because the user is waiting: hundreds of requests take half as long again.
    try await service.perform { state throws(ChatError) in
      try load(lines, into: &state, startingAt: start, present)
      state.countsTokens = false
    }
  }

  /// The end of the history: the start of the demo, or the evening before if it starts at night.
  private func present(at start: Timestamp) -> Timestamp {
    let (morning, evening) = (9 * 3600, 22 * 3600)
    let second = localTime.secondOfDay(start)
    guard second < morning || second >= evening else { return start }
    return start + .seconds(evening - second - (second < morning ? 86_400 : 0) - 60)
  }

  private func load(
    _ lines: [TimedLine], into state: inout ServiceState, startingAt start: Timestamp, _ present: Timestamp
  ) throws(ChatError) {
    var ids: [String: MessageID] = [:]
    // The last message that was read in each room.
    var latest: [Int: UInt64] = [:]
    let words = DemoWords(hour: localTime.hour(present), user: user)
    for (line, at) in lines {
      let room = try state.room(line.channel)
      var message = HistoricMessage(
        author: line.author, elements: words.elements(of: line.text), createdAt: at,
        parentId: line.replyTo.flatMap { ids[$0] }, isShownInChannel: line.isShownInChannel,
        quotedId: line.quotes.flatMap { ids[$0] }, files: line.file.map { [$0] } ?? [])
      message.reactions = line.reactions.map { Reaction(name: $0.name, users: $0.users) }
      message.pin = line.pinnedForHours.map { hours in
        Pin(by: line.author, at: at, expiresAt: hours == 0 ? nil : start + .seconds(3600 * hours))
      }
      let token = try message.load(into: room, &state)
      if let name = line.name { ids[name] = MessageID(token: token) }
      for reader in line.readers {
        try markRead(token, in: room, under: line.replyTo.flatMap { ids[$0] }, by: reader, &state)
      }
      // Anything older than an hour was read before the demo began.
      guard line.time.isOlderThanAnHour, line.replyTo == nil else { continue }
      latest[room] = token
    }
    for (room, token) in latest.sorted(by: { state.rooms[$0.key].id < state.rooms[$1.key].id }) {
      try markRead(token, in: room, by: user.id, &state)
    }
  }

  private func markRead(
    _ token: UInt64, in room: Int, under parent: MessageID? = nil, by user: UserID,
    _ state: inout ServiceState
  ) throws(ChatError) {
    guard state.rooms[room].isMember(user) else { return }
    let channel = state.rooms[room].id
    try SignalRequests(user: user).read(Timetoken(token), in: channel, under: parent, &state)
  }

  private typealias TimedLine = (line: DemoLine, at: Timestamp)

  /// The script and the small talk, by time.
  private func lines(_ present: Timestamp) -> [TimedLine] {
    let midnight = present + .seconds(-localTime.secondOfDay(present))
    let all = DemoScript.lines(me: user.id) + smallTalk()
    let times = all.map { line in
      switch line.time {
      case .minutesAgo(let minutes): present + .seconds(-60 * minutes)
      case .day(let days, let minute): midnight + .seconds(60 * minute - 86_400 * days)
      }
    }
    // Lines of the same minute keep their order. Indices are sorted, because they are cheaper to move than lines.
    let places = all.indices.sorted { left, right in
      times[left] == times[right] ? left < right : times[left] < times[right]
    }
    return places.map { (all[$0], times[$0]) }
  }

  /// Short conversations on the days before, in working hours, so that there is something to scroll through.
  private func smallTalk() -> [DemoLine] {
    var generator = SeededGenerator(seed: seed)
    let people = DemoPeople.all.map(\.id)
    var lines: [DemoLine] = []
    for channel in DemoSmallTalk.channels {
      for (number, exchange) in channel.talk.shuffled(using: &generator).enumerated() {
        let day = 1 + number % 4
        let minute = 9 * 60 + Int(generator.next() % (8 * 60))
        let first = people[Int(generator.next() % UInt64(people.count))]
        let others = people.filter { $0 != first }
        let second = others[Int(generator.next() % UInt64(others.count))]
        lines.append(DemoLine(channel.id, .day(day, minute: minute), first, exchange.remark))
        let pause = 1 + Int(generator.next() % 5)
        lines.append(DemoLine(channel.id, .day(day, minute: minute + pause), second, exchange.answer))
      }
    }
    return lines
  }
}

extension DemoLine.Time {
  fileprivate var isOlderThanAnHour: Bool {
    switch self {
    case .minutesAgo(let minutes): minutes > 60
    case .day: true
    }
  }
}
