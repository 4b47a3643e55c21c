import ChatDomain
import ChatTestSupport
import HTTPTransport
import InMemoryService
import LoopbackServer

@testable import ChatControllers

/// Two people with two devices each, in two rooms of a live server, on which everything goes wrong that can. What is done and
/// which faults are drawn follows from the seed; what meets what on the way is the machine's choice.
@MainActor
final class Run {
  let seed: UInt64
  let people: [Account]
  let rooms: [ChannelID]
  var devices: [LiveDevice] = []
  var chance: SeededGenerator
  var words = Words()
  /// What broke while it ran.
  var trouble: [String] = []
  /// Which messages were edited, and how often the edit was handed over.
  var edits: [MessageID: Int] = [:]
  /// Words that only an edit of a message put there, with the message.
  var editWords: [String: MessageID] = [:]
  /// Messages that were deleted, by the id that they have before and after they arrive.
  var takenBack: Set<MessageID> = []
  private(set) var trace: [String] = []
  private let began = HastyClock.real

  init(seed: UInt64, people: [Account]) async throws {
    self.seed = seed
    self.people = people
    // Mixed once, for seeds in a row would otherwise give the same numbers one place further on.
    var mixer = SeededGenerator(seed: seed)
    chance = SeededGenerator(seed: mixer.next() ^ seed)
    rooms = [
      try await people[0].room("kitchen \(seed)", with: [people[1]]),
      try await people[1].room("garden \(seed)", with: [people[0]]),
    ]
    for (person, account) in people.enumerated() {
      for number in 0..<2 {
        // Some clocks are hours off, and differ from each other.
        let hours = [0, 0, -5, 5].randomElement(using: &chance) ?? 0
        devices.append(
          try await LiveDevice(
            "s\(seed)p\(person)d\(number)", number, of: account, person: person, in: rooms,
            seed: chance.next(),
            clock: HastyClock(pace: 10, ahead: .seconds(hours * 3600))))
      }
    }
    for device in devices {
      device.hear = { [weak self] in self?.note("    \($0)") }
      device.weather.kind = pick(Weather.Kind.allCases) ?? .stormy
      try await device.start()
      note(
        "\(device.name) in \(device.weather.kind) weather, its clock \((device.clock.now - HastyClock.real).components.seconds / 3600) hours ahead"
      )
    }
  }

  func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &chance) }
  func happens(_ probability: Double) -> Bool { chance.happens(probability) }
  func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &chance) }

  func note(_ line: String) {
    trace.append("\((HastyClock.real - began).microseconds / 1000)ms \(line)")
  }

  /// Something that is waited for while the next steps happen.
  func begin(_ name: String, _ body: @escaping @MainActor () async throws -> Void) {
    note(name)
    Task {
      do { try await body() } catch { self.note("  \(name): \(error)") }
    }
  }

  /// Time for the others: as long as a few plain questions take.
  func pause(_ questions: Int = 1) async throws {
    for _ in 0..<questions { try await people[0].ask(.get, "account/whoami") }
  }

  func end() async {
    for device in devices { await device.end() }
  }

  // MARK: A whole run

  struct Outcome {
    let seed: UInt64
    let violations: [String]
    let trace: [String]
    /// How often there was which fault.
    let faults: [String: Int]
    let messages: Int
  }

  static func take(seed: UInt64, people: [Account]) async throws -> Outcome {
    let run = try await Run(seed: seed, people: people)
    var violations: [String] = []
    var messages = 0
    do {
      for _ in 0..<run.pick(40...110) { try await run.takeStep() }
      try await run.comeToRest()
      let truth = try await Truth(of: run)
      violations = run.trouble + (try await run.violations(truth))
      messages = truth.rooms.values.reduce(0) { $0 + $1.messages.count }
    } catch {
      violations = run.trouble + ["it does not come to its end: \(error)"]
    }
    if !violations.isEmpty {
      for device in run.devices {
        for outcome in device.life.outcomes { run.note("\(device.name) \(outcome)") }
      }
    }
    let faults = run.devices.reduce(into: [String: Int]()) { $0.merge($1.relay.counts, uniquingKeysWith: +) }
    let trace = run.trace
    await run.end()
    return Outcome(
      seed: seed, violations: violations, trace: trace, faults: faults, messages: messages)
  }
}
