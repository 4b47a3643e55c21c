import ChatDomain
import DraftEngine

/// A future action of a person in the demo.
struct PeerAct: Hashable, Sendable {
  enum Deed: Hashable, Sendable {
    /// A line, with its marks not yet replaced.
    case say(String)
    case react(String, MessageID)
  }

  var person: UserID
  var channel: ChannelID
  /// The message whose thread it belongs to.
  var parent: MessageID?
  var deed: Deed
  /// The message that it answers.
  var answered: MessageID?
  /// What the line is about.
  var topic: DemoSubject?
  var reading: Duration
  var typing: Duration
  /// Unique within a run.
  var number: UInt64
}

/// Decides who answers a message, and what. The same seed and the same calls give the same decisions.
struct PeerDirector: Sendable {
  /// The place in which a message was written.
  struct Scene: Sendable {
    /// The other members of the channel.
    var members: [UserID]
    var isDirect: Bool
    /// Who wrote in the thread before, or in the channel within the last half hour, the last one first.
    var speakers: [UserID] = []
  }

  private let pace: PeerPace
  private var generator: SeededGenerator
  /// When a line was last said.
  private var said: [String: Timestamp] = [:]
  /// The time before a line may be said again: an hour, and the time to type it.
  private static let rest = Duration.seconds(3900)

  init(pace: PeerPace, seed: UInt64) {
    self.pace = pace
    generator = SeededGenerator(seed: seed)
  }

  /// The answers and reactions to a message by the user at the terminal.
  mutating func answers(to message: Message, in scene: Scene) -> [PeerAct] {
    // One value is drawn for each message, whatever the result, so that one answer does not shift the next.
    var drawn = generator.split()
    guard pace.answers > 0, !scene.members.isEmpty else { return [] }
    said = said.filter { message.createdAt - $0.value < Self.rest }
    let words = message.elements.filter { !$0.isMention }.map(\.text).joined(separator: " ")
    let kind = MessageKind(of: words, files: message.files.map(\.mimeType))
    let named = DemoSubject.named(in: MessageWords(words).list)
    let asked = asked(by: message, words, in: scene)
    guard scene.isDirect || !asked.isEmpty || drawn.happens(pace.answers) else { return [] }
    var speakers = asked.isEmpty ? [speaker(scene, about: named, &drawn)] : asked
    var acts: [PeerAct] = []
    for speaker in speakers {
      guard let line = line(kind, by: speaker, about: named, message, &drawn) else { continue }
      acts.append(act(speaker, line, answering: message, after: acts.last, &drawn))
    }
    let others = scene.members.filter { !speakers.contains($0) }
    if acts.isEmpty, !scene.isDirect, let other = others.randomElement(using: &drawn),
      let line = line(kind, by: other, about: named, message, &drawn)
    {
      speakers = [other]
      acts.append(act(other, line, answering: message, after: nil, &drawn))
    }
    let joinsIn = kind.isQuestion && asked.isEmpty && !scene.isDirect && drawn.happens(0.15)
    // The additions are in English.
    if joinsIn, !acts.isEmpty, message.channelId != DemoScript.japanese,
      let second = others.filter({ !speakers.contains($0) }).randomElement(using: &drawn),
      let line = unsaid(DemoAnswers.additions, message, &drawn)
    {
      acts.append(act(second, Line(text: line), answering: message, after: acts.last, &drawn))
    }
    let reactions = DemoAnswers.reactions[kind] ?? (acts.isEmpty ? ["👍"] : [])
    if let emoji = reactions.randomElement(using: &drawn), acts.isEmpty || drawn.happens(0.3) {
      var reaction = act(speakers[0], Line(text: emoji), answering: message, after: nil, &drawn)
      reaction.deed = .react(emoji, message.id)
      acts.append(reaction)
    }
    return acts
  }

  /// The people whom the message addresses: at most two.
  private func asked(by message: Message, _ words: String, in scene: Scene) -> [UserID] {
    let mentioned = message.mentionedUsers.filter(scene.members.contains).prefix(2)
    if !mentioned.isEmpty { return Array(mentioned) }
    if scene.isDirect { return Array(scene.members.prefix(1)) }
    let called = DemoPeople.called(in: words).filter(scene.members.contains)
    if let first = called.first { return [first] }
    guard let quoted = message.quoted?.author.id, scene.members.contains(quoted) else { return [] }
    return [quoted]
  }

  /// The person who answers a message that addresses no one: the last speaker there, or the owner of the subject.
  private func speaker(_ scene: Scene, about subject: DemoSubject?, _ drawn: inout SeededGenerator) -> UserID
  {
    let random = Int(drawn.next() % UInt64(scene.members.count))
    if let last = scene.speakers.first { return last }
    if let owner = subject?.owner, scene.members.contains(owner) { return owner }
    return scene.members[random]
  }

  private struct Line {
    var text: String
    var topic: DemoSubject?
  }

  /// A line of this kind that was not said within the last hour.
  private mutating func line(
    _ kind: MessageKind, by speaker: UserID, about named: DemoSubject?, _ message: Message,
    _ drawn: inout SeededGenerator
  ) -> Line? {
    if message.channelId == DemoScript.japanese {
      return unsaid(DemoAnswers.japanese[kind] ?? [], message, &drawn).map { Line(text: $0) }
    }
    if let named, kind.isQuestion {
      var facts = named.facts[kind] ?? []
      if kind == .who, facts.isEmpty {
        facts = named.owner == speaker ? DemoAnswers.mine : DemoAnswers.theirs
      }
      if let fact = unsaid(facts, message, &drawn) { return Line(text: fact, topic: named) }
    }
    let topic = DemoSubject.of(message.channelId)
    let words = DemoWords(hour: 0, user: message.author, subject: topic)
    let own = DemoVoices.all[speaker]?[kind] ?? []
    let shared = (DemoAnswers.shared[kind] ?? []).filter { words.canFill($0, saidBy: speaker) }
    let (first, second) = drawn.happens(0.7) ? (own, shared) : (shared, own)
    if let line = unsaid(first, message, &drawn) ?? unsaid(second, message, &drawn) {
      return Line(text: line, topic: topic)
    }
    guard let topic, kind.isQuestion else { return nil }
    return unsaid(topic.facts[kind] ?? [], message, &drawn).map { fact in
      Line(text: "You mean $topic? \(fact)", topic: topic)
    }
  }

  /// Picks one of the lines that were not said within the hour, and marks it as said; nil if all were said.
  private mutating func unsaid(
    _ lines: [String], _ message: Message, _ drawn: inout SeededGenerator
  ) -> String? {
    guard let line = lines.filter({ said[$0] == nil }).randomElement(using: &drawn) else { return nil }
    said[line] = message.createdAt
    return line
  }

  private func act(
    _ person: UserID, _ line: Line, answering message: Message, after earlier: PeerAct?,
    _ drawn: inout SeededGenerator
  ) -> PeerAct {
    let act = PeerAct(
      person: person, channel: message.channelId, parent: message.parentId, deed: .say(line.text),
      answered: message.id, topic: line.topic, reading: drawn.duration(in: pace.reading),
      typing: drawn.duration(in: pace.typing), number: drawn.next())
    guard let earlier else { return act }
    var later = act
    later.reading = act.reading + earlier.reading + earlier.typing
    return later
  }
}

extension MessageElement {
  fileprivate var isMention: Bool {
    if case .link(_, .user) = self { true } else { false }
  }
}
