public import ChatDomain
import DraftEngine

/// How lively the people of the demo are.
public struct PeerPace: Hashable, Sendable {
  /// How long people read before they start to answer.
  public var reading: ClosedRange<Duration>
  /// How long they type.
  public var typing: ClosedRange<Duration>
  /// The probability of an answer to a message that is not directed at one person.
  public var answers: Double
  /// The pauses between unprompted exchanges; nil if there are no such exchanges.
  public var pauses: ClosedRange<Duration>?

  /// Without arguments: people as ``lively`` as in the demo.
  public init(
    reading: ClosedRange<Duration> = .seconds(1) ... .seconds(4),
    typing: ClosedRange<Duration> = .seconds(2) ... .seconds(6), answers: Double = 1,
    pauses: ClosedRange<Duration>? = .seconds(40) ... .seconds(150)
  ) {
    self.reading = reading
    self.typing = typing
    self.answers = answers
    self.pauses = pauses
  }

  /// They answer, and talk to each other.
  public static let lively = PeerPace()
  /// They never write.
  public static let quiet = PeerPace(answers: 0, pauses: nil)
}

/// Simulates the people of the demo: they answer messages, and talk to each other as the plot says. Everything is derived from a
/// seed and the service's clock.
public struct ScriptedPeers: Sendable {
  private let service: InMemoryChatService
  private let user: User
  private let pace: PeerPace
  private let seed: UInt64
  private let localTime: LocalTime

  /// The people are silent before ``run()``. The same seed makes the same people.
  public init(
    service: InMemoryChatService, user: User, pace: PeerPace = .lively, seed: UInt64 = 0,
    localTime: LocalTime = LocalTime()
  ) {
    self.service = service
    self.user = user
    self.pace = pace
    self.seed = seed
    self.localTime = localTime
  }

  /// Runs until the task is cancelled, off the main actor.
  @concurrent public func run() async {
    guard pace != .quiet else { return }
    await withDiscardingTaskGroup { group in
      group.addTask { await tellPlot() }
      var director = PeerDirector(pace: pace, seed: seed)
      while !Task.isCancelled {
        // Observes again if too many events came at once and some are forgotten: messages among them stay unanswered.
        let pump = await service.observe(user.id)
        while let message = await nextMessage(pump) {
          guard let scene = await service.scene(of: message) else { continue }
          for act in director.answers(to: message, in: scene) {
            group.addTask { _ = await perform(act, from: message.createdAt) }
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

  private func tellPlot() async {
    var director = PlotDirector(pace: pace, seed: ~seed)
    var time = service.clock.now
    while let pause = director.pause() {
      // After the computer has slept, the plot goes on from now.
      time = max(time, service.clock.now) + pause
      guard await sleep(until: time) else { return }
      let channels = await service.channels(of: user.id)
      guard let exchange = director.next(hour: localTime.hour(time), in: channels) else { return }
      // After the user has written in a channel, the plot pauses there for a minute.
      if let channel = exchange.first?.channel,
        let wrote = await service.lastMessage(in: channel, by: user.id)
      {
        time = max(time, wrote + .seconds(60))
      }
      var first: MessageID?
      var last: MessageID?
      for line in exchange {
        let begin = time
        time = begin + line.reading + line.typing
        guard let act = line.act(first: first, last: last) else { break }
        // Without this line, the lines that answer it make no sense.
        guard let message = await perform(act, from: begin) else { break }
        first = first ?? message
        last = message
      }
    }
  }

  /// Carries out an action; it is dropped if it is no longer possible, because a message is gone.
  ///
  /// All times are relative to the beginning, so that nothing depends on how quickly a task wakes up.
  ///
  /// - Returns: the message that was written, or that has the reaction; nil if the action was dropped.
  private func perform(_ act: PeerAct, from begin: Timestamp) async -> MessageID? {
    guard await sleep(until: begin + act.reading) else { return nil }
    do {
      switch act.deed {
      case .react(let reaction, let message):
        let change = ReactionChange(
          transactionId: transaction(of: act), channelId: act.channel, messageId: message, name: reaction,
          isOn: true, user: act.person)
        try await service.perform { state throws(ChatError) in
          _ = try MarkRequests(user: act.person).setReaction(change, &state)
        }
        return message
      case .say(let line):
        let key = DraftKey(channelId: act.channel, parentId: act.parent)
        try await service.perform { state throws(ChatError) in
          let signals = SignalRequests(user: act.person)
          // People read before they answer.
          try signals.read(Timetoken(.max), in: act.channel, under: act.parent, &state)
          try signals.setTyping(true, in: key, &state)
        }
        let end = begin + act.reading + act.typing
        guard await sleep(until: end) else { return nil }
        let words = DemoWords(hour: localTime.hour(end), user: user, subject: act.topic)
        return try await say(words.elements(of: line), act)
      }
    } catch {
      return nil
    }
  }

  private func say(_ elements: [MessageElement], _ act: PeerAct) async throws(ChatError) -> MessageID {
    let answer = NewMessage(
      transactionId: transaction(of: act), channelId: act.channel,
      parentId: act.parent, markup: MessageMarkup.render(elements), isShownInChannel: act.parent == nil)
    let user = user.id
    return try await service.perform { state throws(ChatError) in
      var message = answer
      message.quoted = state.overtaken(by: act, from: user)
      let sent = try MessageRequests(user: act.person).send(message, &state)
      if elements.mentionedUsers.contains(user) {
        let mention = MentionEvent(
          channelId: act.channel, parentId: act.parent, messageId: sent.id, mentioned: user, by: act.person)
        try MarkRequests(user: act.person).sendMention(mention, &state)
      }
      return sent.id
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

extension PlotAct {
  /// The action, after the first and the last message of its exchange; nil if it needs one that is missing.
  fileprivate func act(first: MessageID?, last: MessageID?) -> PeerAct? {
    var act = PeerAct(
      person: line.person, channel: channel, deed: .say(line.text), reading: reading, typing: typing,
      number: number)
    switch line.form {
    case .message: break
    case .reply:
      guard let first else { return nil }
      act.parent = first
    case .reaction:
      guard let last else { return nil }
      act.deed = .react(line.text, last)
    }
    return act
  }
}

/// What the people of the demo look up before they act.
extension InMemoryChatService {
  /// The channel or thread of a message, as it was before the message; nil if the channel is gone.
  func scene(of message: Message) -> PeerDirector.Scene? {
    perform { state in
      guard let room = state.number(of: message.channelId) else { return nil }
      let history = state.rooms[room].history
      var scene = PeerDirector.Scene(
        members: state.rooms[room].members.inOrder.map(\.user).filter { $0 != message.author.id },
        isDirect: state.rooms[room].channel.type == .direct)
      let earlier: [Message]
      if let parent = message.parentId?.token {
        earlier = (history[parent].map { [$0] } ?? []) + history.replies(under: parent)
      } else {
        let begin = message.createdAt + .seconds(-1800)
        earlier = history.log.suffix(50).filter { $0.createdAt >= begin }
      }
      for other in earlier.reversed() where other.token < message.token && other.kind == .regular {
        let author = other.author.id
        if scene.members.contains(author), !scene.speakers.contains(author) { scene.speakers.append(author) }
      }
      return scene
    }
  }

  /// The time of a user's last message outside threads; nil if it is not among the newest.
  func lastMessage(in channel: ChannelID, by user: UserID) -> Timestamp? {
    perform { state in
      state.number(of: channel).flatMap { room in
        state.rooms[room].history.log.suffix(20).last { $0.author.id == user && $0.kind == .regular }?
          .createdAt
      }
    }
  }

  func channels(of user: UserID) -> Set<ChannelID> {
    perform { state in Set(state.channelLists.rooms(of: user).map { state.rooms[$0].id }) }
  }

  /// Observes a user's events without making the user appear online.
  func observe(_ user: UserID) -> EventPump {
    let latest = perform { state in
      _ = state.addDevice(of: user)
      return state.events.lastSequence(of: user)
    }
    let key = DeviceKey(user: user, device: "observer")
    return EventPump(
      service: self, link: DeviceLink(seed: 0, key: key), user: user, stream: makeStreamID(), after: latest)
  }
}

extension ServiceState {
  /// A quote of the message that an action answers, if a third person wrote in the channel meanwhile.
  fileprivate func overtaken(by act: PeerAct, from user: UserID) -> QuotedMessage? {
    guard let answered = act.answered?.token, act.parent == nil, let room = number(of: act.channel),
      let message = rooms[room].history[answered], !message.isDeleted
    else { return nil }
    let isOvertaken = rooms[room].history.log.suffix(10).contains {
      $0.token > answered && $0.kind == .regular && $0.author.id != user && $0.author.id != act.person
    }
    return isOvertaken ? QuotedMessage(message) : nil
  }
}
