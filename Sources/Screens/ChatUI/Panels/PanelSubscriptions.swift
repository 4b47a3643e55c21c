import ChatControllers
import ChatDomain

/// The subscriptions of a panel while it is open.
final class PanelSubscriptions {
  private var tasks: [Task<Void, Never>] = []
  private var subscriptions: [Subscription] = []

  func follow<Change: Sendable>(_ changes: AsyncStream<Change>, _ body: @escaping (Change) -> Void) {
    tasks.append(Task { for await change in changes { body(change) } })
  }

  func observe(_ client: ChatClient, _ body: @escaping @MainActor (ClientNotice) -> Void) {
    subscriptions.append(client.subscribe(body))
  }

  /// Ends the subscriptions; nothing is delivered after this.
  func stop() {
    for task in tasks { task.cancel() }
    for subscription in subscriptions { subscription.cancel() }
    tasks = []
    subscriptions = []
  }

  isolated deinit { stop() }
}
