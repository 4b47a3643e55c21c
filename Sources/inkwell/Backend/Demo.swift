import ChatControllers
import ChatDomain
import ChatUI
import InMemoryService
import MatrixService

/// The service in this process, with people who answer.
struct Demo {
  private let town: InMemoryChatService
  private let device: InMemoryDevice
  private let peers: ScriptedPeers
  /// Fills the service with the messages of the last days, on another thread while this one opens the profile and draws the
  /// first frame.
  private let filling: Task<Void, Never>

  init(clock: any ChatClock, seed: UInt64, isQuiet: Bool, showing activity: ShownActivity) async {
    // Its one device is in this process and never far behind.
    town = InMemoryChatService(
      clock: clock, seed: seed, configuration: ServiceConfiguration(eventLogCapacity: 500))
    let fixtures = DemoFixtures(seed: seed)
    device = await town.device(user: fixtures.user.id, id: "terminal").showing(activity)
    peers = ScriptedPeers(service: town, user: fixtures.user, pace: isQuiet ? .quiet : .lively, seed: seed)
    filling = Task.detached { [town] in
      do throws(ChatError) {
        try await fixtures.load(into: town)
      } catch {
        // Cannot fail: the fixtures are ours, and an empty service accepts them.
        fatalError("the demo cannot be set up: \(error)")
      }
    }
  }

  func fill() async { await filling.value }

  /// Lets the demo's people talk until the task is cancelled.
  func talk() async { await peers.run() }
}

extension Demo: Backend {
  var service: any ChatService { device }
  var connection: (any ConnectionSwitch)? { self }
  var hasTour: Bool { true }
  var cacheNews: AsyncStream<CacheNews>? { nil }

  /// Nothing of it outlives the process.
  func close() async {}
}

extension Demo: ConnectionSwitch {
  func setOffline(_ isOffline: Bool) async { await device.setFaults(isOffline ? .offline : .none) }
}
