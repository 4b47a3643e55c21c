import ChatDomain

/// What the tasks of the service's parts call.
///
/// The parts belong to the actor of the service and cannot leave it; a task holds the service, and asks it to go on with the
/// part that began the task.
protocol ServiceTasks: Actor {
  func pollOnce() async
  func runNextRound() async -> ChatError?
  func stopWaiting(for event: MessageID)
  func askForLimits() async
  func trimOnce() async
  func endStream(_ id: Int) async
  func endTyping(in room: ChannelID) async
  func fetchLatest(in room: ChannelID) async
  func resolveReadMarker(of scope: ReceiptScope, in room: ChannelID) async throws(ChatError)
}

/// The service, for its parts: whoever lets go of it ends its tasks.
final class ServiceReference {
  weak var service: (any ServiceTasks)?
}
