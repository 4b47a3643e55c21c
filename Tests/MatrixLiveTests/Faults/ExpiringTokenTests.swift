import ChatDomain
import Testing

@testable import ChatControllers

extension LiveTests {
  /// A separate server, whose access tokens expire after a second.
  @Suite("Tokens that expire every few seconds")
  @MainActor
  struct ExpiringTokenTests {
    @Test("Nothing is noticeable", arguments: [Weather.Kind.calm, .stormy])
    func unnoticed(weather: Weather.Kind) async throws {
      let synapse = try Script(
        "synapse.py", of: try LiveServer.here(),
        ["--settings", #"{"refreshable_access_token_lifetime": "1s", "refresh_token_lifetime": "1h"}"#])
      let world = try await LiveWorld(at: try LiveServer(try synapse.read()))
      let (ann, ben) = (
        try await world.device(of: 0, HastyClock(pace: 20)),
        try await world.device(of: 1, HastyClock(pace: 20))
      )
      for device in [ann, ben] { device.weather.kind = weather }
      var said: Set<String> = []
      // Until each of them had five tokens.
      while min(ann.sessionStore.saves, ben.sessionStore.saves) < 5 {
        try #require(said.count < 2000, "a token that ends is not renewed")
        for (device, name) in [(ann, "ann"), (ben, "ben")] {
          let text = "\(name) \(said.count)"
          said.insert(text)
          try await device.say(text, in: world.room)
        }
        try await world.until("what was written sent") { world.devices.allSatisfy { $0.queued.count < 3 } }
        try await world.pause(20)
        // A restarted program reads the stored tokens.
        if said.count % 20 == 10 { try await ben.crash() }
      }
      for device in [ann, ben] { device.weather.kind = .calm }
      // A room that failed to open is opened again.
      for device in [ann, ben] { device.openAgain() }
      try await world.until("all sent and shown") {
        world.devices.allSatisfy { device in
          device.isOpen && device.queued.isEmpty
        }
      }
      let there = try await world.texts()
      #expect(there.count == said.count)
      #expect(Set(there) == said)
      for name in ["ann", "ben"] {
        let own = there.filter { $0.hasPrefix(name) }.compactMap { Int($0.dropFirst(4)) }
        #expect(own == own.sorted())
      }
      #expect(!world.devices.contains { $0.client.connection == .signedOut })
      await world.end()
    }
  }
}
