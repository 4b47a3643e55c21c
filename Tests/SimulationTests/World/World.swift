import ChatDomain
import ChatTestSupport
import InMemoryService

/// A few people, their devices and channels, and one clock: everything in it follows from a seed.
final class World {
  let seed: UInt64
  let clock = ManualClock()
  let service: InMemoryChatService
  var people: [Person] = []
  var channels: [ChannelID] = []
  var chance: SeededGenerator
  var trace = Trace()
  var words = Words()
  /// What broke while it ran.
  var trouble: [String] = []
  /// Which messages were edited, and how often the edit was handed over.
  var edits: [MessageID: Int] = [:]
  /// Words that only an edit of a message put there, with the message.
  var editWords: [String: MessageID] = [:]
  var takenBack: Set<MessageID> = []
  var discardedDeletions: Set<MessageID> = []
  /// The same for each device since its store last worked.
  var unkeptDeletions: [String: Set<MessageID>] = [:]
  /// Those that are still being taken in: a device that goes in the same moment may never have heard of them.
  var begunDeletions: [String: Set<MessageID>] = [:]
  var uncertainDeletions: Set<MessageID> = []

  init(seed: UInt64) async throws {
    self.seed = seed
    // Mixed once, for seeds in a row would otherwise give the same numbers one place further on.
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
