import ChatDomain
import InMemoryService
import Testing

@testable import ChatUI

extension Scenario {
  /// Mia, whose last session ended in a channel that the list on her device does not have.
  static func mia(
    lastIn channel: ChannelID, listComesAfter time: Duration, keys: KeyStyle = .emacs
  ) async throws -> Scenario {
    let store = InMemoryStore()
    try await store.perform([.saveSession(SessionState(openChannel: channel))])
    var settings = Settings()
    settings.keyStyle = keys
    let mia = try await Scenario(settings: settings, store: store)
    var faults = ServiceFaults()
    faults.busy = BusyTime([.channels], until: mia.clock.now + time)
    await mia.device("mia", "terminal").setFaults(faults)
    return await mia.start(in: nil)
  }

  /// Mia, who left words in no channel long ago, and whose last place takes its time.
  static func miaWithOlderWords() async throws -> Scenario {
    let mia = try await Scenario()
    await mia.start(in: nil)
    mia.app.go(to: .channel(.nowhere))
    await mia.type("for another day")
    mia.app.go(to: .channel("general"))
    await mia.settle()
    var faults = ServiceFaults()
    faults.busy = BusyTime([.channels], until: mia.clock.now + .seconds(20))
    await mia.device("mia", "terminal").setFaults(faults)
    return mia
  }
}
