import ChatDomain
import InMemoryService
import LoopbackServer
import Synchronization
import Testing

@testable import ChatControllers

extension LiveTests {
  @Suite("A busy server")
  @MainActor
  struct BusyServerTests {
    /// Records the time of each request on the program's clock, and the wait that it was given.
    private final class Desk: Sendable {
      struct Entry {
        let place: String
        let at: Timestamp
      }

      private let state = Mutex<(wait: Int?, entries: [Entry])>((nil, []))
      private let clock: ManualClock
      private let part: String

      /// - Parameter part: refuses the requests whose address contains it.
      init(_ clock: ManualClock, refusing part: String) { (self.clock, self.part) = (clock, part) }

      /// The wait in seconds that later requests are given.
      func wait(_ seconds: Int?) { state.withLock { $0.wait = seconds } }
      var refused: [Entry] { state.withLock { $0.entries } }

      func choose(_ request: ReceivedRequest) -> Relay.Fault {
        let path = request.target.prefix { $0 != "?" }
        return state.withLock { state in
          guard let wait = state.wait, request.target.contains(part) else { return .none }
          // Requests that share a rate limit: all that send to a room.
          let place = path.contains("/send/") ? "send" : String(path)
          state.entries.append(Entry(place: place, at: clock.now))
          return .tooMany(milliseconds: wait * 1000)
        }
      }
    }

    /// The requests made before the end of the wait. Two may have been in flight together, such as a poll and another
    /// request.
    private static func tooEarly(_ entries: [Desk.Entry], wait: Int) -> [String] {
      Dictionary(grouping: entries, by: \.place).flatMap { place, entries -> [String] in
        let times = Dictionary(grouping: entries, by: \.at).mapValues(\.count).sorted { $0.key < $1.key }
        return times.filter { $0.value > 2 }.map { "\(place) \($0.value) times at once" }
          + zip(times, times.dropFirst()).filter { $1.key - $0.key < .seconds(wait) }.map {
            "\(place) after \($1.key - $0.key)"
          }
      }
    }

    @Test("Messages wait as long as the server says, in order, and are sent once")
    func sending() async throws {
      let clock = ManualClock(now: HastyClock.real)
      let world = try await LiveWorld(at: try LiveServer.here())
      let device = try await world.device(of: 0, clock)
      let desk = Desk(clock, refusing: "/send/")
      device.relay.choose(desk.choose)
      desk.wait(180)
      for number in 1...3 { try await device.say("message \(number)", in: world.room) }
      try await world.until("the first refusal") { desk.refused.count == 1 }
      try await world.until("all in the outbox") { device.queued.count == 3 }
      for _ in 0..<17 {
        clock.advance(by: .seconds(10))
        try await world.pause(5)
      }
      #expect(desk.refused.count == 1)
      #expect(device.queued.count == 3 && device.queued.allSatisfy { $0.failure == nil })
      #expect(device.shown(in: world.room).map(\.text) == ["message 1", "message 2", "message 3"])
      #expect(try await world.texts().isEmpty)
      // Everything else continues.
      #expect(device.client.connection == .online)
      desk.wait(nil)
      clock.advance(by: .seconds(10))
      try await world.until("all sent") { device.queued.isEmpty }
      #expect(try await world.texts() == ["message 1", "message 2", "message 3"])
      await world.end()
    }

    @Test(
      "A returning client that is rate limited waits, shows it, and loses no typed text"
    )
    func everything() async throws {
      let clock = ManualClock(now: HastyClock.real)
      let world = try await LiveWorld(at: try LiveServer.here())
      let device = try await world.device(of: 0, clock)
      let desk = Desk(clock, refusing: "/_matrix/")
      device.relay.choose(desk.choose)
      desk.wait(300)
      try await device.crash()
      try await world.until("the reason why it is offline") {
        guard case .offline(let until, let reason) = device.client.connection else { return false }
        return reason.retryAfter != nil && "\(reason)".hasPrefix("the service is busy") && until > clock.now
      }
      try await device.say("sent meanwhile", in: world.room)
      let draft = try device.draft(for: DraftKey(channelId: world.room))
      draft.update(text: "drafted meanwhile")
      for _ in 0..<29 {
        clock.advance(by: .seconds(10))
        try await device.client.flush()
        try await world.pause(5)
      }
      #expect(!desk.refused.isEmpty)
      #expect(Self.tooEarly(desk.refused, wait: 300) == [])
      desk.wait(nil)
      try await world.until("all sent") {
        clock.advance(by: .seconds(5))
        device.openAgain()
        return device.isOpen && device.queued.isEmpty
      }
      #expect(try await world.texts() == ["sent meanwhile"])
      #expect(draft.text == "drafted meanwhile")
      await world.end()
    }
  }
}
