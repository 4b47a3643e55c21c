import ChatDomain
import LoopbackServer
import Testing

@testable import ChatControllers

extension LiveTests {
  @Suite("Wrong clocks")
  @MainActor
  struct WrongClockTests {
    @Test("Messages are in order with the server's times, during and after sending")
    func messages() async throws {
      let began = HastyClock.real
      let world = try await LiveWorld(at: try LiveServer.here())
      let fast = try await world.device(of: 0, HastyClock(ahead: .seconds(5 * 3600)))
      let slow = try await world.device(of: 1, HastyClock(ahead: .seconds(-5 * 3600)))
      let plain = try await world.device(of: 0)
      var said: [String] = []
      for round in 0..<4 {
        for (device, name) in [(fast, "fast"), (slow, "slow"), (plain, "plain")] {
          said.append("\(name) \(round)")
          // While being sent it comes after all others, however slow the device's clock is.
          device.relay.isDown = true
          try await device.say("\(name) \(round)", in: world.room)
          try await world.until("on its way") { device.shown(in: world.room).last?.text == said.last }
          #expect(device.shown(in: world.room).map(\.text) == said)
          device.relay.isDown = false
          device.client.retryNow()
          try await world.until("on all devices") {
            world.devices.allSatisfy { $0.shown(in: world.room).last?.text == said.last && $0.queued.isEmpty }
          }
        }
      }
      #expect(try await world.texts() == said)
      for device in world.devices {
        let shown = device.shown(in: world.room)
        #expect(shown.map(\.text) == said)
        let tokens = shown.compactMap(\.timetoken)
        #expect(tokens.count == said.count && tokens == tokens.sorted() && Set(tokens).count == tokens.count)
        for message in shown {
          #expect(
            message.createdAt > began + .seconds(-60) && message.createdAt < HastyClock.real + .seconds(60))
        }
      }
      await world.end()
    }

    @Test("Drafts of devices with different clocks are merged and deleted in any order")
    func drafts() async throws {
      let world = try await LiveWorld(at: try LiveServer.here())
      let fast = try await world.device(of: 0, HastyClock(pace: 10, ahead: .seconds(5 * 3600)))
      let slow = try await world.device(of: 0, HastyClock(pace: 10, ahead: .seconds(-5 * 3600)))
      let key = DraftKey(channelId: world.room)
      let (here, there) = (try fast.draft(for: key), try slow.draft(for: key))
      func both(_ text: String) async throws {
        try await world.until("\(text) on both devices") { here.text == text && there.text == text }
      }
      here.update(text: "one three")
      try await both("one three")
      there.update(text: "one two three")
      try await both("one two three")
      here.update(text: "one two three four")
      there.update(text: "zero one two three")
      try await both("zero one two three four")
      slow.client.deleteDraft(for: key)
      try await both("")
      here.update(text: "again")
      try await both("again")
      #expect(try await world.texts().isEmpty)
      await world.end()
    }
  }
}
