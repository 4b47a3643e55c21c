import ChatDomain
import InMemoryService

/// Random actions, applied to a service and to a naive model of it.
struct RandomChat {
  static let people: [UserID] = ["ann", "ben", "cleo", "dan", "eve", "fay", "gus"]
  static let channels: [ChannelID] = ["one", "two", "three"]

  let clock = ManualClock()
  let service: InMemoryChatService
  var devices: [UserID: InMemoryDevice] = [:]
  var model = NaiveChat()
  var generator: SeededGenerator
  private var transactions = 0

  init(seed: UInt64) async throws {
    service = InMemoryChatService(clock: clock, seed: seed)
    generator = SeededGenerator(seed: seed)
    for person in Self.people {
      await service.add(User(id: person, name: person.rawValue))
      devices[person] = await service.device(user: person, id: "d")
    }
    for channel in Self.channels {
      try await service.load(
        [NewChannel(id: channel, type: .group, members: Self.people)], createdBy: "ann", at: clock.now)
    }
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int(generator.next() % UInt64(values.count))]
  }

  func device(_ user: UserID) throws -> InMemoryDevice {
    guard let device = devices[user] else { throw ChatError.refused(.notFound("device of \(user)")) }
    return device
  }

  mutating func step() async throws {
    if generator.next() % 4 == 0 {
      clock.advance(by: .seconds(Int(generator.next() % 1200)))
    }
    model.expire(at: clock.now)
    switch generator.next() % 12 {
    case 0...5: try await send()
    case 6: try await edit()
    case 7: try await delete(hard: false)
    case 8: try await delete(hard: true)
    case 9, 10: try await read()
    default: try await readThread()
    }
  }

  private mutating func markup() -> String {
    transactions += 1
    let mention = generator.next() % 3 == 0 ? " [@\(pick(Self.people))](pn-user://\(pick(Self.people)))" : ""
    return "words \(transactions)" + mention
  }

  private mutating func send() async throws {
    let (user, channel) = (pick(Self.people), pick(Self.channels))
    let parents = model.messages(in: channel).filter { ThreadRules.refusal(ofReplyTo: $0) == nil }.suffix(6)
    let parent = parents.isEmpty || generator.next() % 2 == 0 ? nil : pick(Array(parents)).id
    let hours = generator.next() % 6 == 0 ? 1 : nil
    let message = NewMessage(
      transactionId: TransactionID("t\(transactions)"), channelId: channel, parentId: parent,
      markup: markup(), isShownInChannel: parent == nil || generator.next() % 3 == 0,
      delivery: DeliveryOptions(timeToLive: hours))
    let sent = try await device(user).send(message)
    if generator.next() % 5 == 0 { _ = try await device(user).send(message) }
    model.add(sent, expiresAt: hours.map { _ in clock.now + .seconds(3600) })
  }

  /// One of a person's last messages.
  private mutating func own() -> Message? {
    let standing = model.entries.map(\.message).filter { !$0.isDeleted }.suffix(20)
    return standing.isEmpty ? nil : pick(Array(standing))
  }

  private mutating func edit() async throws {
    guard let message = own() else { return }
    let edit = MessageEdit(
      transactionId: TransactionID("e\(transactions)"), channelId: message.channelId, messageId: message.id,
      markup: markup(), files: [])
    model.edit(try await device(message.author.id).edit(edit))
  }

  private mutating func delete(hard: Bool) async throws {
    guard let message = own() else { return }
    try await device(message.author.id).delete(message.id, in: message.channelId, hard: hard)
    model.delete(message.id, hard: hard, at: clock.now)
  }

  private mutating func read() async throws {
    let (user, channel) = (pick(Self.people), pick(Self.channels))
    let messages = model.messages(in: channel).suffix(10)
    guard !messages.isEmpty, let token = pick(Array(messages)).timetoken else { return }
    _ = try await device(user).markRead(channel, upTo: token)
    let former = model.lastRead[channel]?[user] ?? Timetoken(0)
    model.lastRead[channel, default: [:]][user] = max(former, token)
  }

  private mutating func readThread() async throws {
    let replies = model.entries.map(\.message).filter(\.isReply).suffix(10)
    guard !replies.isEmpty else { return }
    let (user, reply) = (pick(Self.people), pick(Array(replies)))
    guard let parent = reply.parentId, let token = reply.timetoken else { return }
    _ = try await device(user).markThreadRead(parent, in: reply.channelId, upTo: token)
    let former = model.threadRead[parent]?[user] ?? Timetoken(0)
    model.threadRead[parent, default: [:]][user] = max(former, token)
  }
}
