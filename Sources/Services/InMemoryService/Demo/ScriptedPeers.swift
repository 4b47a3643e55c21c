public import ChatDomain
import DraftEngine

/// Simulates the people of the demo: they answer, type first, reply in threads, mention the user at the terminal and
/// write to them directly; all of it derived from a seed and the service's clock.
public struct ScriptedPeers: Sendable {
  private let service: InMemoryChatService
  private let user: User
  private let pace: PeerPace
  private let seed: UInt64

  /// The people are silent before ``run()``. The same seed makes the same people.
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
          _ = try MarkRequests(user: act.person).setReaction(change, &state)
        }
      case .say(let text):
        let key = DraftKey(channelId: act.channel, parentId: act.parent)
        try await service.perform { state throws(ChatError) in
          let signals = SignalRequests(user: act.person)
          // People read before they answer.
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
      let sent = try MessageRequests(user: act.person).send(message, &state)
      guard act.mentionsUser else { return }
      let mention = MentionEvent(
        channelId: act.channel, parentId: act.parent, messageId: sent.id, mentioned: user, by: act.person)
      try MarkRequests(user: act.person).sendMention(mention, &state)
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

/// The information the people of the demo use before they act.
extension InMemoryChatService {
  struct Scene: Sendable {
    var members: [UserID]
    var isDirect: Bool
  }

  struct Stage: Sendable {
    var channels: [ChannelID: [UserID]] = [:]
    var directs: [ChannelID: UserID] = [:]
    var threads: [ChannelID: [MessageID]] = [:]
  }

  /// The members who could answer in a channel.
  func scene(of channel: ChannelID, without user: UserID) -> Scene? {
    withState { state in
      guard let room = state.number(of: channel) else { return nil }
      return Scene(
        members: state.rooms[room].members.inOrder.map(\.user).filter { $0 != user },
        isDirect: state.rooms[room].channel.type == .direct)
    }
  }

  /// The channels of a user, their other members, and the messages one could reply to.
  func stage(for user: UserID) -> Stage {
    withState { state in
      var stage = Stage()
      for room in state.channelLists.rooms(of: user) {
        let channel = state.rooms[room].channel
        let peers = state.rooms[room].members.inOrder.map(\.user).filter { $0 != user }
        if channel.type == .direct {
          stage.directs[channel.id] = peers.first
        } else if !peers.isEmpty {
          stage.channels[channel.id] = peers
        }
        stage.threads[channel.id] = state.rooms[room].history.log.suffix(8).filter {
          $0.countsAsUnread && !$0.isReply
        }.map(\.id)
      }
      return stage
    }
  }

  /// Observes a user's events without making the user appear online.
  func observe(_ user: UserID) -> EventPump {
    let latest = withState { state in
      _ = state.addDevice(of: user)
      return state.events.lastSequence(of: user)
    }
    let key = DeviceKey(user: user, device: "observer")
    return EventPump(
      service: self, link: DeviceLink(seed: 0, key: key), user: user, stream: makeStreamID(), after: latest)
  }
}
