import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

/// A service with active users, and a client that receives the events in any order, duplicated and delayed, while its
/// own requests are slow.
final class ShuffledWorld {
  static let channels: [ChannelID] = ["general", "side", "lobby"]

  let clock = ManualClock()
  let feed = EventFeed()
  private let service: InMemoryChatService
  /// Other people, and other devices of the person.
  let actors: [InMemoryDevice]
  let line: InMemoryDevice
  /// The state of the service.
  let truth: InMemoryDevice
  let client: ChatClient
  let channelList: ChannelListController
  let threadList: ThreadListController
  let controllers: [ChannelController]
  var threads: [MessageController] = []
  var random: SeededGenerator
  private(set) var said: [Message] = []
  private var number = 0
  private var deliveries = 0
  private let heard: AsyncThrowingStream<EventEnvelope, any Error>.Iterator
  /// Events that were not delivered yet.
  private var waiting: [ChatEvent] = []
  private(set) var trace: [String] = []
  private let life = Life()

  init(seed: UInt64) async throws {
    random = SeededGenerator(seed: seed)
    service = InMemoryChatService(clock: clock, seed: seed)
    for name in ["me", "ben", "cay"] as [UserID] { await service.add(User(id: name, name: name.rawValue)) }
    let phone = await service.device(user: "me", id: "phone")
    actors = [
      await service.device(user: "ben", id: "desk"), await service.device(user: "cay", id: "desk"), phone,
    ]
    line = await service.device(user: "me", id: "laptop")
    truth = await service.device(user: "me", id: "truth")
    for id in Self.channels {
      // Channels without messages are ordered by creation.
      clock.advance(by: .milliseconds(1))
      _ = try await actors[0].createChannel(
        NewChannel(id: id, name: id.rawValue, type: id == "lobby" ? .public : .group, members: ["me", "cay"]))
    }
    var configuration = ClientConfiguration()
    configuration.pageSize = 8
    client = ChatClient(
      service: MortalDevice(life: life, device: line, feed: feed), store: InMemoryStore(), clock: clock,
      configuration: configuration)
    channelList = ChannelListController(client: client)
    threadList = ThreadListController(client: client)
    controllers = Self.channels.map { [client] in client.channelController(for: $0) }
    heard = try await truth.events(after: nil).makeAsyncIterator()
    for _ in 0..<24 { await act() }
    try await open()
  }

  /// Opens the lists and channels before any event is delivered.
  private func open() async throws {
    try await catchUp()
    waiting = []
    try await client.start()
    await settle()
    try await channelList.synchronize()
    try await threadList.synchronize()
    for controller in controllers {
      do { try await controller.synchronize() } catch {
        note("\(controller.channelId) cannot be opened: \(error)")
      }
    }
    // A message that was hard-deleted before it was shown cannot be opened.
    for parent in said.filter({ !$0.isReply }).suffix(6) {
      let thread = client.messageController(for: parent)
      do {
        try await thread.synchronize()
        threads.append(thread)
      } catch {
        note("\(parent.id) cannot be opened: \(error)")
      }
    }
    await settle()
  }

  func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  func note(_ line: String) { trace.append(line) }

  func end() { life.end() }

  // MARK: Acting

  /// Performs a random action; refused ones do not matter.
  func act() async {
    let actor = actors[below(actors.count)]
    let channel = Self.channels[below(Self.channels.count)]
    let message = said.isEmpty ? nil : said[below(said.count)]
    let kind = below(20)
    do {
      switch (kind, message) {
      case (0..<7, _), (_, nil): try await say(by: actor, in: channel)
      case (7..<10, let message?):
        let text = [MessageElement.plainText(text: "edit \(nextNumber())")] + mention()
        _ = try await author(of: message).edit(
          MessageEdit(
            transactionId: TransactionID("e\(number)"), channelId: message.channelId, messageId: message.id,
            markup: MessageMarkup.render(text), files: []))
      case (10, let message?):
        try await author(of: message).delete(message.id, in: message.channelId, hard: false)
      case (11..<13, let message?):
        try await author(of: message).delete(message.id, in: message.channelId, hard: true)
      case (13, let message?): _ = try await actor.pin(message.id, in: message.channelId, Pinning())
      case (14, let message?): _ = try await actor.unpin(message.id, in: message.channelId)
      case (15, let message?):
        _ = try await actor.setReaction(
          ReactionChange(
            transactionId: TransactionID("r\(nextNumber())"), channelId: message.channelId,
            messageId: message.id, name: "👍", isOn: below(3) > 0, user: actor.currentUser.id))
      case (16, let message?):
        guard let token = message.timetoken else { return }
        _ = try await actors[2].markRead(message.channelId, upTo: token)
      case (17, let message?):
        guard let parent = message.parentId, let token = message.timetoken else { return }
        _ = try await actors[2].markThreadRead(parent, in: message.channelId, upTo: token)
      case (18, _):
        _ = try await actor.update(channel, ChannelChange(name: "name \(nextNumber())", topic: "topic"))
      default:
        // Only others leave: a client gets no events of a channel that its user has left.
        let other = actors[below(2)]
        try await other.leave("lobby")
        if below(4) > 0 { _ = try await other.join("lobby") }
      }
      note("\(actor.currentUser.id) did \(kind) to \(message?.id.rawValue ?? "-") in \(channel)")
    } catch {
      note("\(actor.currentUser.id) was refused \(kind): \(error)")
    }
  }

  private func say(by actor: InMemoryDevice, in channel: ChannelID) async throws {
    let here = said.filter { $0.channelId == channel }
    let parents = here.filter { !$0.isReply }
    let elements = [MessageElement.plainText(text: "words \(nextNumber())")] + mention()
    var new = NewMessage(
      transactionId: TransactionID("s\(number)"), channelId: channel, markup: MessageMarkup.render(elements))
    if !parents.isEmpty, below(2) == 0 {
      new.parentId = parents[max(0, parents.count - 1 - below(4))].id
      new.isShownInChannel = below(3) == 0
    }
    if !here.isEmpty, below(3) == 0 { new.quoted = QuotedMessage(here[below(here.count)]) }
    said.append(try await actor.send(new))
  }

  private func mention() -> [MessageElement] {
    below(3) == 0 ? [.link(text: "you", target: .user(userId: "me"))] : []
  }

  private func author(of message: Message) -> InMemoryDevice {
    actors.first { $0.currentUser.id == message.author.id } ?? actors[0]
  }

  func nextNumber() -> Int {
    number += 1
    return number
  }

  // MARK: Delivery

  /// Fetches the service's events since the last call.
  func catchUp() async throws {
    let mark = "mark \(nextNumber())"
    _ = try await actors[0].update("general", ChannelChange(topic: mark))
    var heard = heard
    while let envelope = try await heard.next(isolation: #isolation) {
      if case .presenceChanged = envelope.event { continue }
      waiting.append(envelope.event)
      if case .channelUpdated(let channel) = envelope.event, channel.topic == mark { return }
    }
  }

  /// Delivers one of the pending events at random, and keeps some of them to deliver them again.
  ///
  /// - Returns: whether there was one.
  func deliver() -> Bool {
    guard !waiting.isEmpty else { return false }
    let index = below(waiting.count)
    let event = waiting[index]
    if below(4) > 0 { waiting.remove(at: index) }
    deliveries += 1
    feed.deliver(event, number: deliveries)
    note("delivered \(event.caption)")
    return true
  }

  /// Makes requests slow from now on.
  func slowDown() async {
    await line.setFaults(.with { $0.latency = .milliseconds(10)...(.seconds(2)) })
  }

  /// Yields until nothing happens without a change of the clock.
  func settle() async {
    let isAtRest = await comesToRest {
      [clock.sleeperCount, line.requestCounts.values.reduce(0, +), deliveries]
    }
    if !isAtRest { note(World.restlessness) }
    #expect(isAtRest, "\(World.restlessness)")
  }

  /// Delivers all events, and waits for all answers.
  func comeToRest() async {
    while deliver() {}
    var last = -1
    var quiet = 0
    // A slow service answers within two seconds, and requests may depend on each other.
    for _ in 0..<1000 where quiet < 20 {
      await settle()
      clock.advance(by: .seconds(2))
      let requests = line.requestCounts.values.reduce(0, +)
      quiet = requests == last ? quiet + 1 : 0
      last = requests
    }
    await settle()
    if quiet < 20 { note("it does not come to rest") }
  }
}

extension ChatEvent {
  nonisolated var caption: String {
    switch self {
    case .messageCreated(let message): "creation of \(message.id) \(message.text)"
    case .messageUpdated(let message): "update of \(message.id) \(message.text) \(message.version as Any)"
    case .messageDeleted(let event): "deletion of \(event.messageId) \(event.isHard ? "hard" : "soft")"
    case .threadInfoUpdated(let event): "thread of \(event.targetMessageId) \(event.threadInfo.replyCount)"
    default: String("\(self)".prefix(120))
    }
  }
}

/// Events that a test delivers one by one, in any order and number.
nonisolated struct EventFeed: Sendable {
  let stream: AsyncThrowingStream<EventEnvelope, any Error>
  private let continuation: AsyncThrowingStream<EventEnvelope, any Error>.Continuation

  init() { (stream, continuation) = AsyncThrowingStream.makeStream() }

  /// - Parameter number: the number of the delivery: without it the client would drop a duplicate as a repeated
  ///   envelope.
  func deliver(_ event: ChatEvent, number: Int) {
    continuation.yield(EventEnvelope(token: EventToken("\(number)"), event: event))
  }
}
