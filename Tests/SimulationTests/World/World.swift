import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers

/// A few people with their devices and channels, and one clock; everything follows from a seed.
final class World {
  let seed: UInt64
  let clock = ManualClock()
  let service: InMemoryChatService
  var people: [Person] = []
  var channels: [ChannelID] = []
  var chance: SeededGenerator
  var trace = Trace()
  var words = Words()
  /// Errors during the run.
  var trouble: [String] = []
  /// The edited messages, and the number of edits of each.
  var edits: [MessageID: Int] = [:]
  /// Words that are only in an edit of a message, with the message.
  var editWords: [String: MessageID] = [:]
  var takenBack: Set<MessageID> = []
  var discardedDeletions: Set<MessageID> = []
  /// The deletions made on each device since its store last worked.
  var unkeptDeletions: [String: Set<MessageID>] = [:]
  /// Deletions in progress: a device that crashes at this moment may not have recorded them.
  var begunDeletions: [String: Set<MessageID>] = [:]
  var uncertainDeletions: Set<MessageID> = []

  init(seed: UInt64) async throws {
    self.seed = seed
    // Mixed once, because neighbouring seeds would give the same numbers, shifted by one.
    var mixer = SeededGenerator(seed: seed)
    chance = SeededGenerator(seed: mixer.next() ^ seed)
    var configuration = ServiceConfiguration()
    configuration.limits.uploadChunkBytes = 16
    service = InMemoryChatService(clock: clock, seed: seed, configuration: configuration)
    let names = [("ann", "Ann"), ("ben", "Ben"), ("cleo", "Cléo")].prefix(pick(2...3))
    for (number, (name, shown)) in names.enumerated() {
      let user = User(id: UserID(name), name: shown)
      await service.add(user)
      let person = await Person(user, service: service)
      people.append(person)
      for index in 0..<pick(1...3) {
        let line = await service.device(user: user.id, id: DeviceID("\(name)\(index)"))
        person.devices.append(
          Device("\(name)\(index)", person: number, number: index, line: line, clock: clock))
      }
    }
    for index in 0..<pick(1...2) {
      let channel = ChannelID("room\(index)")
      let members = people.dropFirst().map(\.user.id)
      _ = try await people[0].truth.createChannel(
        NewChannel(id: channel, name: "Room \(index)", type: .group, members: members))
      channels.append(channel)
    }
    for person in people { try await person.listen() }
    for device in devices { await device.start() }
    await settle()
  }

  var devices: [Device] { people.flatMap(\.devices) }

  func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
  func happens(_ probability: Double) -> Bool { chance.happens(probability) }
  func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &chance) }

  func note(_ line: String) {
    let time = (clock.now - Timestamp(seconds: 1_700_000_000)).microseconds / 1000
    trace.add("\(time)ms \(line)")
  }

  func stop() {
    for person in people { person.stop() }
    for device in devices { device.life.end() }
  }
}

extension World {
  /// Takes a random step on a random device.
  func takeStep() async {
    let step = Step.random(using: &chance)
    guard let device = pick(devices) else { return }
    for device in devices where device.storeFails { device.unkept.formUnion(device.composedWords) }
    await perform(step, on: device)
    // Sometimes the next step comes before this one is finished.
    if happens(0.75) { await settle() }
    for device in devices { await keep(device) }
    if happens(0.4) {
      clock.advance(by: .milliseconds(pick(1...3000)))
      if happens(0.8) { await settle() }
    }
  }

  /// Saves everything that was typed on a device.
  func keep(_ device: Device) async {
    do {
      try await device.client.flush()
      device.unkept = []
    } catch {
      device.unkept.formUnion(device.composedWords)
    }
  }

  private func perform(_ step: Step, on device: Device) async {
    switch step {
    case .type, .mention, .suggest, .removeWord, .rewrite, .undo, .redo, .attach, .quote:
      await compose(step, on: device)
    case .send, .leave, .comeBack, .clear, .setAside, .restore, .beginEdit, .sendEdit, .endEdit:
      await move(step, on: device)
    case .delete, .resend, .discard, .react, .pin, .unpin, .markRead, .readThread:
      await touch(step, on: device)
    case .open, .openThread, .openThreadList, .close, .loadOlder:
      await look(step, on: device)
    case .weather, .calm, .storeFails, .storeWorks, .crash, .wait:
      await befall(step, on: device)
    }
  }

  /// A channel, or sometimes a thread in it.
  func place(for device: Device) async -> DraftKey {
    let channel = pick(channels) ?? "room0"
    guard happens(0.25) else { return DraftKey(channelId: channel) }
    let parents = await messages(in: channel, for: people[device.person]).filter {
      !$0.isReply && !$0.isDeleted
    }
    .filter { ThreadRules.refusal(ofReplyTo: $0) == nil }
    // At most two parents, so that threads grow.
    guard let parent = pick(Array(parents.prefix(2))) else { return DraftKey(channelId: channel) }
    return DraftKey(channelId: channel, parentId: parent.id)
  }

  /// The service's messages in a channel or a thread.
  func messages(in channel: ChannelID, under parent: MessageID? = nil, for person: Person) async -> [Message]
  {
    var query = MessageQuery(channelId: channel, parentId: parent, position: .oldest, limit: 100)
    var all: [Message] = []
    do {
      while true {
        let page = try await person.truth.messages(query)
        all += page.elements
        guard let next = page.next else { return all }
        query.position = .after(next)
      }
    } catch {
      trouble.append("the truth about \(channel) cannot be had: \(error)")
      return all
    }
  }

  /// Starts an operation that overlaps with the next steps.
  func begin(_ name: String, _ body: @escaping () async throws -> Void) {
    note(name)
    Task {
      do {
        try await body()
      } catch {
        self.note("  \(name): \(error)")
      }
    }
  }
}

/// A step of a person or of a device.
enum Step: String, WeightedStep {
  case type, mention, suggest, removeWord, rewrite, undo, redo
  case send, leave, comeBack, clear, setAside, restore
  case beginEdit, sendEdit, endEdit
  case delete, resend, discard
  case react, pin, unpin, markRead, readThread, attach, quote
  case open, openThread, openThreadList, close, loadOlder
  case weather, calm, storeFails, storeWorks, crash, wait

  /// The relative frequency.
  var weight: Int {
    switch self {
    case .type: 26
    case .send: 20
    case .wait: 10
    case .weather: 7
    case .removeWord, .undo, .delete, .leave, .crash, .beginEdit, .sendEdit: 4
    case .mention, .resend, .comeBack, .react, .pin, .calm, .attach, .markRead, .readThread: 3
    case .suggest, .rewrite, .clear, .storeFails, .quote: 2
    case .redo, .setAside, .restore, .endEdit, .discard, .unpin: 1
    case .storeWorks, .open: 4
    case .openThread, .openThreadList, .close, .loadOlder: 2
    }
  }
}

/// The steps of a run, for reading a failure and for comparing two runs of a seed.
struct Trace {
  private(set) var lines: [String] = []
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ line: String) {
    lines.append(line)
    for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  func last(_ count: Int) -> String { lines.suffix(count).joined(separator: "\n") }
}
