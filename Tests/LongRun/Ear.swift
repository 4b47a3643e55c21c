import ChatControllers
import ChatDomain

/// Waits until a message has come to the client: events come in order, so all before it have come too.
final class Ear {
  private var subscription: Subscription?
  private var latest: Timetoken?

  init(_ client: ChatClient) {
    subscription = client.subscribe { [weak self] notice in
      guard case .event(.messageCreated(let message)) = notice, let token = message.timetoken else { return }
      self?.latest = max(token, self?.latest ?? token)
    }
  }

  func hear(_ token: Timetoken) async {
    while latest ?? Timetoken(0) < token { await Task.yield() }
  }
}
