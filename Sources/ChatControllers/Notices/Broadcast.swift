/// Delivers the same elements to every subscriber, starting when it subscribes.
final class Broadcast<Element: Broadcastable> {
  private var listeners: [WeakMailbox<Element>] = []

  func stream() -> AsyncStream<Element> {
    let mailbox = Mailbox<Element>()
    listeners.removeAll { $0.mailbox == nil }
    listeners.append(WeakMailbox(mailbox: mailbox))
    return AsyncStream {
      await mailbox.next()
    } onCancel: {
      Task { @MainActor in mailbox.finish() }
    }
  }

  func send(_ element: Element) {
    for listener in listeners { listener.mailbox?.put(element) }
  }

  isolated deinit {
    for listener in listeners { listener.mailbox?.finish() }
  }
}

private struct WeakMailbox<Element: Broadcastable> {
  weak var mailbox: Mailbox<Element>?
}
