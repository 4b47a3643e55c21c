public import ChatDomain
import DraftEngine

/// A small company with several days of history, for users without a chat service of their own.
public struct DemoFixtures: Sendable {
  /// The user at the terminal.
  public let user: User
  private let seed: UInt64

  /// The demo as `user` finds it; `seed` determines the small talk of the past days.
  public init(user: User = User(id: "you", name: "Robin Vale"), seed: UInt64 = 0) {
    self.user = user
    self.seed = seed
  }

  /// Fills an empty service. Does not run on the caller's actor, because it makes a hundred requests to the service.
  @concurrent public func load(into service: InMemoryChatService) async throws(ChatError) {
    let start = service.clock.now
    let beginning = start + .seconds(-5 * 24 * 3600)
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
    let lines = lines()
    // One request, because the user is waiting: hundreds of requests take half as long again.
    try await service.perform { state throws(ChatError) in try load(lines, into: &state, startingAt: start) }
  }

  private func load(
    _ lines: [DemoLine], into state: inout ServiceState, startingAt start: Timestamp
  ) throws(ChatError) {
    var ids: [String: MessageID] = [:]
    // Of each room the last message that was read.
    var latest: [Int: UInt64] = [:]
    for line in lines {
      let room = try state.room(line.channel)
      let at = start + .seconds(-60 * line.minutesAgo)
      var message = HistoricMessage(
        author: line.author, elements: MessageMarkup.parse(withMention(line.text)), createdAt: at,
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
      guard line.minutesAgo > 60, line.replyTo == nil else { continue }
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

  /// The script and the small talk, by time.
  private func lines() -> [DemoLine] {
    let all = DemoScript.lines(me: user.id) + smallTalk()
    // Lines of the same minute keep their order. Sorted are numbers, which are moved more cheaply than lines.
    let places = all.indices.sorted { left, right in
      let (earlier, later) = (all[left].minutesAgo, all[right].minutesAgo)
      return earlier == later ? left < right : earlier > later
    }
    return places.map { all[$0] }
  }

  /// A few hundred short messages, so that there is something to scroll through.
  private func smallTalk() -> [DemoLine] {
    var generator = SeededGenerator(seed: seed)
    var lines: [DemoLine] = []
    for day in 1...4 {
      for channel in ["offtopic", "general", "help"] as [ChannelID] {
        for _ in 0..<(channel == "offtopic" ? 40 : 12) {
          // Between nine and five, for a demo that starts at about noon.
          let minutes = day * 24 * 60 - 240 + Int(generator.next() % 480)
          let person = DemoPeople.all[Int(generator.next() % UInt64(DemoPeople.all.count))].id
          let phrase = DemoPhrases.smallTalk.randomElement(using: &generator) ?? "👍"
          lines.append(DemoLine(channel, minutes, person, phrase))
        }
      }
    }
    return lines
  }

  private func withMention(_ text: String) -> String {
    let mark = "$me"
    guard text.hasPrefix(mark) else { return text }
    let mention = MessageMarkup.render([
      .link(text: user.displayName, target: .user(userId: user.id.rawValue))
    ])
    return mention + text.dropFirst(mark.count)
  }
}
