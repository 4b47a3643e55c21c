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
      _ = try KnockRequests(of: "juergen").knock(on: address, reason: reason, &state)
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
    try SignalRequests(of: user).read(Timetoken(token), in: channel, under: parent, &state)
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

/// The scripted history of the demo.
enum DemoScript {
  static let channels: [NewChannel] = [
    NewChannel(id: "general", name: "general", type: .public, topic: "Team-wide chat", members: everybody),
    NewChannel(
      id: "offtopic", name: "offtopic", type: .public, topic: "Lunch, cats, the weather", members: everybody),
    NewChannel(
      id: "release", name: "release", type: .group, topic: "2.4 goes out on Friday",
      members: ["ana", "ben", "alex", "lukasz", "soren", "priya"]),
    NewChannel(
      id: "design", name: "design", type: .group, topic: "Screens and words",
      members: ["chloe", "sakura", "mina", "zoe"]),
    NewChannel(
      id: "日本語", name: "日本語", type: .group, topic: "日本語で話しましょう", members: ["sakura", "dawen"]),
    NewChannel(
      id: "help", name: "help", type: .public, topic: "Questions are welcome", members: everybody),
  ]

  /// A public channel the user has not joined yet.
  static let unjoined = NewChannel(
    id: "music", name: "music", type: .public, topic: "What is playing?", members: ["mina", "soren"])

  /// A channel that lets in those who ask and are admitted.
  static let asked = NewChannel(
    id: "board", name: "board", type: .group, topic: "Where we are going", members: ["priya", "lukasz"])

  private static let everybody = DemoPeople.all.map(\.id)
  static let directPartners: [UserID] = ["alex", "dawen", "mina"]
  static func direct(_ user: UserID) -> ChannelID { ChannelID("direct:\(user)") }

  static func lines(me: UserID) -> [DemoLine] {
    general(me: me) + release(me: me) + others(me: me)
  }

  private static func general(me: UserID) -> [DemoLine] {
    [
      DemoLine("general", 3 * day + 95, "ana", "Good morning everybody!").reacted("👋", "ben", "mina", "zoe"),
      DemoLine(
        "general", 3 * day + 90, "priya", "The new dashboard is up: [dashboard](https://example.org/d)"),
      DemoLine("general", 2 * day + 300, "juergen", "Straße gesperrt, ich komme später. The road is closed."),
      DemoLine("general", 2 * day + 280, "olga", "Всем привет, я в поезде до обеда"),
      DemoLine(
        "general", 2 * day + 200, "ben",
        "House rules: be kind, use threads, and write in [#help](pn-channel://help) when you are stuck."
      ).pinned(),
      DemoLine("general", day + 130, me, "Does anybody know where the style guide went?").named("guide"),
      DemoLine("general", day + 126, "chloe", "Moved to the wiki: [style guide](https://example.org/style)")
        .reply(to: "guide"),
      DemoLine("general", day + 120, "sakura", "ありがとう！I was looking for it too").reply(to: "guide"),
      DemoLine("general", day + 60, "alex", "Standup notes").attached(
        "standup.txt", "text/plain", "Ana: login flow\nBen: release notes\nAlex: search\n"),
      DemoLine("general", 64, "ana", "Could someone look at the login flow? It asks twice for the code.")
        .named("login").reacted("👀", "ben"),
      DemoLine("general", 62, "ben", "on it, see [login notes](https://example.org/login)").quoting("login"),
      DemoLine("general", 55, "ben", "I think the token expires while the page is open").reply(to: "login"),
      DemoLine("general", 50, "soren", "That would explain the logs: `401` and then `200`").reply(
        to: "login"),
      DemoLine("general", 45, "ana", "Confirmed, with a clock that is two minutes ahead").reply(
        to: "login", shown: true
      ).read(by: "ben", "soren"),
      DemoLine("general", 22, "dawen", "大家好，the build is green again ✅").reacted("🎉", "ana", "lukasz")
        .read(by: "ana", "lukasz"),
      DemoLine("general", 9, "zoe", "$me do you have time for a review this afternoon?").read(by: "ben"),
      DemoLine("general", 8, "chloe", "One more thing about that style guide: it has a new page on names")
        .reply(to: "guide"),
    ]
  }

  private static func release(me: UserID) -> [DemoLine] {
    [
      DemoLine("release", 2 * day + 45, "lukasz", "Freeze is on Thursday at 18:00").pinned(hours: 48),
      DemoLine("release", 2 * day + 40, "priya", "Changelog draft is attached").attached(
        "changelog.md", "text/markdown", "# 2.4\n\n- Drafts are kept on every device\n- Threads\n"),
      DemoLine("release", day + 30, "soren", "Three blockers left: search, the login flow, the installer")
        .named("blockers"),
      DemoLine("release", day + 20, "alex", "Search is done").reply(to: "blockers").reacted("🚀", "soren"),
      DemoLine("release", 40, "ana", "Login flow has a fix, see [#general](pn-channel://general)").reply(
        to: "blockers"),
      DemoLine("release", 30, me, "I take the installer").reply(to: "blockers").read(by: "soren"),
      DemoLine("release", 12, "lukasz", "[Ana García](pn-user://ana) can you tag the candidate at five?"),
    ]
  }

  private static func others(me: UserID) -> [DemoLine] {
    [
      DemoLine("design", day + 400, "chloe", "New empty states, opinions please").named("empty"),
      DemoLine("design", day + 390, "mina", "The second one makes me smile 🙂").reply(to: "empty"),
      DemoLine("design", 90, "zoe", "Contrast is 4.7 to 1 now, so it passes"),
      DemoLine("日本語", day + 70, "sakura", "明日のミーティングは十時からです"),
      DemoLine("日本語", day + 65, "dawen", "了解しました 👍🏽"),
      DemoLine("help", day + 15, me, "How do I get the text of a cleared draft back?").named("history"),
      DemoLine("help", day + 10, "ben", "The history of the draft has it: C-x h").reply(to: "history"),
      DemoLine("music", 500, "soren", "Arvo Pärt all day"),
      DemoLine(direct("alex"), day + 5, "alex", "Hey, did I leave my charger at your desk?"),
      DemoLine(direct("alex"), day + 4, me, "You did, it is in the drawer").read(by: "alex"),
      DemoLine(direct("alex"), 15, "alex", "Thanks! Lunch at noon?"),
      DemoLine(direct("dawen"), 3 * day, "dawen", "謝謝你昨天的幫忙"),
      DemoLine(direct("mina"), 2 * day, "mina", "The cat says hello 🐈"),
    ]
  }

  private static let day = 24 * 60
}
