public import ChatDomain
import DraftEngine

/// Simulates the people of the demo: they answer, type first, reply in threads, mention the user at the terminal and
/// write to them directly; all of it derived from a seed and the service's clock.
public struct ScriptedPeers: Sendable {
  private let service: InMemoryChatService
  private let user: User
  private let pace: PeerPace
  private let seed: UInt64

  /// Nobody says anything before ``run()``. The same seed makes the same people.
  public init(service: InMemoryChatService, user: User, pace: PeerPace = .lively, seed: UInt64 = 0) {
    self.service = service
    self.user = user
    self.pace = pace
    self.seed = seed
  }

  /// Runs until the task is cancelled, off the main actor.
  @concurrent public func run() async {
    guard pace != .quiet else { return }
    await withDiscardingTaskGroup { group in
      group.addTask { await speakUnasked() }
      var director = PeerDirector(pace: pace, seed: seed)
      while !Task.isCancelled {
        // Observes again if too many events came at once and some are forgotten: messages among them stay unanswered.
        let pump = await service.observe(user.id)
        while let message = await nextMessage(pump) {
          guard let scene = await service.scene(of: message.channelId, without: user.id) else { continue }
          for act in director.answers(to: message, members: scene.members, isDirect: scene.isDirect) {
            group.addTask { await perform(act, from: message.createdAt) }
          }
        }
      }
      group.cancelAll()
    }
  }

  /// The next message by the user at the terminal; nil at the end.
  private func nextMessage(_ pump: EventPump) async -> Message? {
    do {
      while let envelope = try await pump.next() {
        guard case .messageCreated(let message) = envelope.event, message.author.id == user.id,
          message.kind == .regular
        else { continue }
        return message
      }
    } catch {
      return nil
    }
    return nil
  }

  private func speakUnasked() async {
    var director = PeerDirector(pace: pace, seed: ~seed)
    var time = service.clock.now
    while let pause = director.pause() {
      time = time + pause
      guard await sleep(until: time) else { return }
      let stage = await service.stage(for: user.id)
      guard
        let act = director.initiative(
          channels: stage.channels, directs: stage.directs, threads: stage.threads)
      else { continue }
      let begin = time
      time = begin + act.reading + act.typing
      await perform(act, from: begin)
    }
  }

  /// Carries out an action; it is dropped if it is no longer possible, because a message is gone.
  ///
  /// All times are relative to the beginning, so that nothing depends on how quickly a task wakes up.
  private func perform(_ act: PeerAct, from begin: Timestamp) async {
    guard await sleep(until: begin + act.reading) else { return }
    do {
      switch act.deed {
      case .react(let reaction, let message):
        let change = ReactionChange(
          transactionId: transaction(of: act), channelId: act.channel, messageId: message, name: reaction,
          isOn: true, user: act.person)
        try await service.perform { state throws(ChatError) in
          _ = try MarkRequests(of: act.person).setReaction(change, &state)
        }
      case .say(let text):
        let key = DraftKey(channelId: act.channel, parentId: act.parent)
        try await service.perform { state throws(ChatError) in
          let signals = SignalRequests(of: act.person)
          // Whoever answers has read what there is.
          try signals.read(Timetoken(.max), in: act.channel, under: act.parent, &state)
          try signals.setTyping(true, in: key, &state)
        }
        guard await sleep(until: begin + act.reading + act.typing) else { return }
        try await say(text, act)
      }
    } catch {
      return
    }
  }

  private func say(_ text: String, _ act: PeerAct) async throws(ChatError) {
    var elements: [MessageElement] = [.plainText(text: text)]
    if act.mentionsUser {
      elements.insert(.link(text: user.displayName, target: .user(userId: user.id.rawValue)), at: 0)
      elements.insert(.plainText(text: " "), at: 1)
    }
    let message = NewMessage(
      transactionId: transaction(of: act), channelId: act.channel,
      parentId: act.parent, markup: MessageMarkup.render(elements), isShownInChannel: act.parent == nil)
    let user = user.id
    try await service.perform { state throws(ChatError) in
      let sent = try MessageRequests(of: act.person).send(message, &state)
      guard act.mentionsUser else { return }
      let mention = MentionEvent(
        channelId: act.channel, parentId: act.parent, messageId: sent.id, mentioned: user, by: act.person)
      try MarkRequests(of: act.person).sendMention(mention, &state)
    }
  }

  private func transaction(of act: PeerAct) -> TransactionID {
    TransactionID("\(act.person)-\(act.number)-\(service.clock.now.microseconds)")
  }

  /// - Returns: false if the task was cancelled.
  private func sleep(until time: Timestamp) async -> Bool {
    do {
      try await service.clock.sleep(until: time)
      return !Task.isCancelled
    } catch {
      return false
    }
  }
}

/// Decides who does what. The same seed and the same calls give the same decisions.
struct PeerDirector: Sendable {
  private let pace: PeerPace
  private var generator: SeededGenerator

  init(pace: PeerPace, seed: UInt64) {
    self.pace = pace
    generator = SeededGenerator(seed: seed)
  }

  mutating func pause() -> Duration? { pace.pauses.map { generator.duration(in: $0) } }

  /// The reactions to a message by the user at the terminal.
  mutating func answers(to message: Message, members: [UserID], isDirect: Bool) -> [PeerAct] {
    // The same number of random values is drawn whatever the result, so that one answer does not shift the next.
    var drawn = generator.split()
    guard pace.answers > 0, !members.isEmpty else { return [] }
    let asked = message.mentionedUsers.filter(members.contains)
    guard isDirect || !asked.isEmpty || drawn.happens(pace.answers) else { return [] }
    let speaker = asked.first ?? pick(members, &drawn)
    let parent = message.parentId ?? (!isDirect && drawn.happens(0.3) ? message.id : nil)
    let phrase = pick(DemoPhrases.answers(to: message.text), &drawn)
    var acts = [act(speaker, in: message.channelId, under: parent, .say(phrase), &drawn)]
    acts[0].mentionsUser = !isDirect && drawn.happens(0.35)
    if drawn.happens(0.3) {
      let reaction = PeerAct.Deed.react(pick(DemoPhrases.reactions, &drawn), message.id)
      acts.append(act(pick(members, &drawn), in: message.channelId, under: nil, reaction, &drawn))
    }
    if asked.isEmpty, members.count > 1, drawn.happens(0.2) {
      let second = pick(members.filter { $0 != speaker }, &drawn)
      var afterthought = act(
        second, in: message.channelId, under: parent, .say(pick(DemoPhrases.afterthoughts, &drawn)), &drawn)
      afterthought.reading = afterthought.reading + acts[0].reading + acts[0].typing
      acts.append(afterthought)
    }
    return acts
  }

  /// An unprompted action.
  ///
  /// - Parameter threads: the latest messages of each channel that allow replies.
  mutating func initiative(
    channels: [ChannelID: [UserID]], directs: [ChannelID: UserID], threads: [ChannelID: [MessageID]]
  ) -> PeerAct? {
    var drawn = generator.split()
    if drawn.happens(0.12), let channel = directs.keys.sorted().randomElement(using: &drawn),
      let partner = directs[channel]
    {
      return act(partner, in: channel, under: nil, .say(pick(DemoPhrases.directOpenings, &drawn)), &drawn)
    }
    guard let channel = channels.keys.sorted().randomElement(using: &drawn),
      let speaker = channels[channel]?.randomElement(using: &drawn)
    else { return nil }
    let parents = threads[channel] ?? []
    let parent = drawn.happens(0.35) ? parents.randomElement(using: &drawn) : nil
    let phrases = parent == nil ? DemoPhrases.smallTalk : DemoPhrases.afterthoughts
    var act = act(speaker, in: channel, under: parent, .say(pick(phrases, &drawn)), &drawn)
    act.mentionsUser = drawn.happens(0.1)
    return act
  }

  private func act(
    _ person: UserID, in channel: ChannelID, under parent: MessageID?, _ deed: PeerAct.Deed,
    _ drawn: inout SeededGenerator
  ) -> PeerAct {
    PeerAct(
      person: person, channel: channel, parent: parent, deed: deed,
      reading: drawn.duration(in: pace.reading), typing: drawn.duration(in: pace.typing),
      number: drawn.next())
  }

  private func pick<Value>(_ values: [Value], _ drawn: inout SeededGenerator) -> Value {
    values[Int(drawn.next() % UInt64(values.count))]
  }
}
