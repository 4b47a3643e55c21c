import ChatDomain
import ChatTestSupport
import HTTPTransport
import InMemoryService
import LoopbackServer
import MatrixService

@testable import ChatControllers
@testable import ChatSync

/// Two people with two devices each, in two rooms of a live server, with all kinds of faults. The seed determines the
/// steps and faults; their timing depends on the machine.
@MainActor
final class Run {
  let seed: UInt64
  let people: [Account]
  let rooms: [ChannelID]
  var devices: [LiveDevice] = []
  var chance: SeededGenerator
  var words = Words()
  /// Errors during the run.
  var trouble: [String] = []
  /// The edited messages, and the number of edits of each.
  var edits: [MessageID: Int] = [:]
  /// Words that are only in an edit of a message, with the message.
  var editWords: [String: MessageID] = [:]
  /// Deleted messages, by their ids before and after sending.
  var takenBack: Set<MessageID> = []
  private(set) var trace: [String] = []
  private let began = HastyClock.real

  init(seed: UInt64, people: [Account]) async throws {
    self.seed = seed
    self.people = people
    // Mixed once, because neighbouring seeds would give the same numbers, shifted by one.
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

  /// Starts an operation that overlaps with the next steps.
  func begin(_ name: String, _ body: @escaping @MainActor () async throws -> Void) {
    note(name)
    Task {
      do { try await body() } catch { self.note("  \(name): \(error)") }
    }
  }

  /// Gives other tasks the time of a few requests.
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
    /// The number of faults of each kind.
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

extension Run {
  /// Ends all faults and steps, and waits until nothing is left to do.
  func comeToRest() async throws {
    for device in devices {
      device.weather.kind = .calm
      device.relay.isDown = false
      await device.service.setOffline(false)
    }
    note("the faults end")
    var quiet = 0
    for turn in 0..<3000 {
      if turn % 20 == 0 { for device in devices { device.openAgain() } }
      try await pause()
      quiet = pending.isEmpty ? quiet + 1 : 0
      // A sync of each device brings what the others did.
      if quiet % 4 == 3 { for device in devices { _ = try await device.service.currentEventToken() } }
      if quiet == 12 { return }
    }
    trouble.append(
      "in 3000 turns without faults it does not come to rest: " + pending.joined(separator: "; "))
  }

  /// Descriptions of the unfinished work.
  private var pending: [String] {
    devices.flatMap { device -> [String] in
      var left: [String] = []
      if device.client.connection != .online { left.append("\(device.name) is \(device.client.connection)") }
      for entry in device.queued where entry.failure == nil {
        left.append("\(device.name) has \(entry.transactionId) \(entry.work) \(entry.attempts) attempts")
      }
      for state in device.client.engine.drafts.registry.all
      where state.needsPublishing || state.publication?.task != nil || state.publication?.timer != nil
        || state.storage.isDirty
      {
        left.append("\(device.name) has a draft to tell in \(state.key): \(state.sync)")
      }
      if device.client.engine.drafts.publisher.needsCatchUp
        || device.client.engine.drafts.publisher.catchingUp != nil
      {
        left.append("\(device.name) looks through its drafts")
      }
      for (id, channel) in device.channels
      where !channel.timeline.isLoaded || channel.feed.timeline.loading.isLoading || channel.feed.isStale
        || channel.summaryFeed.refreshing.isRunning
      {
        left.append("\(device.name) shows \(id) as it was")
      }
      return left
    }
  }
}
