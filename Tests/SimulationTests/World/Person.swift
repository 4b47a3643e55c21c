import ChatDomain
import InMemoryService

/// Somebody with a few devices.
final class Person {
  let user: User
  /// A line without faults, on which the run looks at what the service really has.
  let truth: InMemoryDevice
  var devices: [Device] = []
  /// The events that the service had for this person, each once and in order.
  var events: [ChatEvent] = []
  private var listening: Task<Void, Never>?

  init(_ user: User, service: InMemoryChatService) async {
    self.user = user
    truth = await service.device(user: user.id, id: "truth")
  }

  func listen() async throws {
    let stream = try await truth.events(after: nil)
    listening = Task {
      do {
        for try await envelope in stream { self.events.append(envelope.event) }
      } catch {
        self.events.append(.memberLeft(channelId: "the truth broke off", userId: user.id))
      }
    }
  }

  func stop() { listening?.cancel() }
}
