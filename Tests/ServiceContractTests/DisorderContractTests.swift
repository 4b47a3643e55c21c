import ChatDomain
import Testing

@Suite("Clients agree with the service for any order of events")
struct DisorderContractTests {
  /// A careful client: duplicate and late events do not overwrite newer state.
  private struct Copy {
    var messages: [MessageID: Message] = [:]
    private var versions: [MessageID: Timetoken] = [:]
    private var gone: Set<MessageID> = []
    private var infos: [MessageID: ThreadInfoUpdateEvent] = [:]
    private var deletions: [MessageID: Timestamp] = [:]

    mutating func take(_ event: ChatEvent) {
      switch event {
      case .messageCreated(let message) where message.kind == .regular: take(message)
      case .messageUpdated(let message): take(message)
      case .messageDeleted(let event):
        if event.isHard {
          gone.insert(event.messageId)
          messages[event.messageId] = nil
        } else {
          deletions[event.messageId] = event.deletedAt
          if let message = messages[event.messageId] { messages[event.messageId] = deleted(message) }
        }
      case .threadInfoUpdated(let event):
        if let known = infos[event.targetMessageId], known.threadInfo.updatedAt >= event.threadInfo.updatedAt
        {
          return
        }
        infos[event.targetMessageId] = event
        messages[event.targetMessageId]?.apply(event)
      default: break
      }
    }

    private mutating func take(_ new: Message) {
      let version = new.version ?? Timetoken(0)
      guard !gone.contains(new.id), versions[new.id].map({ $0 < version }) ?? true else { return }
      versions[new.id] = version
      var message = deleted(new)
      if let info = infos[new.id] { message.apply(info) }
      messages[new.id] = message
    }

    private func deleted(_ message: Message) -> Message {
      guard let deletedAt = deletions[message.id] else { return message }
      var message = message
      message.deletedAt = deletedAt
      message.elements = []
      message.files = []
      message.reactions = []
      message.pin = nil
      return message
    }
  }

  /// The state that the client and the service must agree on.
  private func facts(_ message: Message) -> [String] {
    [
      message.id.rawValue, message.text, "\(message.isDeleted)", "\(message.pin != nil)",
      "\(message.reactions)", "\(message.threadInfo?.replyCount ?? 0)", message.parentId?.rawValue ?? "",
    ]
  }

  @Test(
    "Duplicate and delayed events give the service's state", arguments: ServiceFixtures.allCases,
    ServiceFixtures.seeds(12))
  func convergence(fixtures: ServiceFixtures, seed: UInt64) async throws {
    let world = try await fixtures.world(
      ServiceSetup(needs: .disordersEvents, uses: .takesReactions, .pinsMessages))
    let room = try await world.channel()
    try await world.disturb(world.ben, .disorderedEvents(seed: seed))
    var tap = try await world.tap(world.ben)
    var sent: [Message] = []
    for number in 0..<6 {
      let message = try await world.ann.say("\(number)", in: room)
      sent.append(message)
      try await world.ann.rewrite(message, "\(number)!")
      _ = try await world.ben.react("👍", true, to: message)
      let reply = try await world.ben.say("reply", in: room, under: message.id)
      try await world.ann.say("another", in: room, under: message.id)
      switch number % 4 {
      case 0: try await world.ann.delete(message.id, in: room, hard: false)
      case 1: try await world.ann.delete(message.id, in: room, hard: true)
      case 2: try await world.ben.delete(reply.id, in: room, hard: true)
      default: _ = try await world.ann.pin(message.id, in: room, Pinning())
      }
    }
    // An event may come several places late; the marks push out all delayed ones.
    for _ in 0..<10 { _ = try await world.mark() }
    var copy = Copy()
    for envelope in try await tap.envelopes(until: world.mark()) { copy.take(envelope.event) }
    var expected = try await world.ann.wholeHistory(of: room).said
    for message in expected {
      expected += try await world.ann.wholeHistory(of: room, under: message.id)
    }
    #expect(
      copy.messages.values.map(facts).sorted { $0.lexicographicallyPrecedes($1) }
        == expected.map(facts).sorted { $0.lexicographicallyPrecedes($1) }, "seed \(seed)")
  }

  @Test(
    "Resuming amid disorder misses nothing", arguments: ServiceFixtures.allCases, ServiceFixtures.seeds(12))
  func resume(fixtures: ServiceFixtures, seed: UInt64) async throws {
    let world = try await fixtures.world(ServiceSetup(needs: .disordersEvents, .breaksConnections))
    let room = try await world.channel()
    try await world.disturb(world.ben, .disorderedEvents(seed: seed))
    var tap = try await world.tap(world.ben)
    _ = try await world.mark()
    var seen: Set<String> = []
    // The first event has a token, from which the stream can be resumed.
    _ = try await tap.next()
    for number in 0..<20 {
      try await world.ann.say("\(number)", in: room)
      guard number % 4 == 3 else { continue }
      for message in [try await tap.next().event, try await tap.next().event].created {
        seen.insert(message.text)
      }
      tap = try await world.tap(world.ben, after: tap.token)
    }
    for _ in 0..<10 { _ = try await world.mark() }
    for message in try await tap.envelopes(until: world.mark()).map(\.event).created {
      seen.insert(message.text)
    }
    #expect(seen == Set((0..<20).map(String.init)), "seed \(seed)")
  }
}
