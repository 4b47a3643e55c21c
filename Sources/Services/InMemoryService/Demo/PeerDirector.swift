import ChatDomain

/// How lively the people of the demo are.
public struct PeerPace: Hashable, Sendable {
  /// How long people read before they start to answer.
  public var reading: ClosedRange<Duration>
  /// How long they type.
  public var typing: ClosedRange<Duration>
  /// The probability of an answer to a message that is not directed at one person.
  public var answers: Double
  /// The pauses between unprompted messages; nil: there are none.
  public var pauses: ClosedRange<Duration>?

  /// Without arguments: people as ``lively`` as in the demo.
  public init(
    reading: ClosedRange<Duration> = .seconds(1) ... .seconds(4),
    typing: ClosedRange<Duration> = .seconds(2) ... .seconds(6), answers: Double = 0.8,
    pauses: ClosedRange<Duration>? = .seconds(15) ... .seconds(60)
  ) {
    self.reading = reading
    self.typing = typing
    self.answers = answers
    self.pauses = pauses
  }

  /// They answer, and write unprompted.
  public static let lively = PeerPace()
  /// They only answer.
  public static let reserved = PeerPace(pauses: nil)
  /// They never write.
  public static let quiet = PeerPace(answers: 0, pauses: nil)
}

/// A future action of a person in the demo.
struct PeerAct: Hashable, Sendable {
  enum Deed: Hashable, Sendable {
    case say(String)
    case react(String, MessageID)
  }

  var person: UserID
  var channel: ChannelID
  /// The message whose thread it belongs to.
  var parent: MessageID?
  var deed: Deed
  /// Whether the user at the terminal is mentioned.
  var mentionsUser = false
  var reading: Duration
  var typing: Duration
  /// Unique within a run.
  var number: UInt64
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
