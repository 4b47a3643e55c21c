import ChatDomain
import ChatTestSupport
import HTTPTransport
import InMemoryService
import LoopbackServer
import MatrixService

@testable import ChatControllers
@testable import ChatSync

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

extension Run {
  /// All faults go, and nobody does anything any more, until nothing is left to do.
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
      // What everybody has done is here once everybody has asked for it.
      if quiet % 4 == 3 { for device in devices { _ = try await device.service.currentEventToken() } }
      if quiet == 12 { return }
    }
    trouble.append(
      "in 3000 turns without faults it does not come to rest: " + pending.joined(separator: "; "))
  }

  /// What is still to be done, in words.
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
      if device.client.engine.drafts.catchUp.isNeeded || device.client.engine.drafts.catchUp.task != nil {
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
