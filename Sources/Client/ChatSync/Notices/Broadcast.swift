package import ChatDomain

/// Delivers elements to every subscriber from the time it subscribes. Updates that wait for a slow subscriber are
/// combined.
package final class Broadcast<Element: Broadcastable> {
  private var listeners: [WeakMailbox<Element>] = []
  /// Whether there ever was a listener: most broadcasts have none, and each key asks several of them.
  private var hadListeners = false

  package init() {}

  package func stream() -> AsyncStream<Element> {
    let mailbox = Mailbox<Element>()
    hadListeners = true
    listeners.removeAll { $0.mailbox == nil }
    listeners.append(WeakMailbox(mailbox: mailbox))
    return AsyncStream {
      await mailbox.next()
    } onCancel: {
      Task { @MainActor in mailbox.finish() }
    }
  }

  /// Whether anybody would receive what is sent.
  package var hasReaders: Bool { hadListeners && listeners.contains { $0.mailbox != nil } }

  package func send(_ element: Element) {
    guard hadListeners else { return }
    for listener in listeners { listener.mailbox?.deliver(element) }
  }

  isolated deinit {
    for listener in listeners { listener.mailbox?.finish() }
  }
}

private struct WeakMailbox<Element: Broadcastable> {
  weak var mailbox: Mailbox<Element>?
}

/// The elements that one listener has not received yet, in order.
final class Mailbox<Element: Broadcastable> {
  /// The queue length beyond which the queue is compacted.
  private var limit = 1000
  private var waiting: [Int: Element] = [:]
  private var numbers: [CoalescingKey: Int] = [:]
  private var first = 0
  private var end = 0
  private var listeners: [CheckedContinuation<Element?, Never>] = []
  private var isFinished = false

  /// The number of waiting elements.
  var count: Int { waiting.count }

  func deliver(_ element: Element) {
    guard !isFinished else { return }
    guard listeners.isEmpty else { return listeners.removeFirst().resume(returning: element) }
    append(element)
    guard waiting.count > limit else { return }
    let kept = Element.compacted((first..<end).compactMap { waiting[$0] })
    (waiting, numbers, first, end) = ([:], [:], 0, 0)
    for element in kept { append(element) }
    // If compacting does not help, it is not tried again for every further element.
    limit = max(1000, 2 * waiting.count)
  }

  /// The next element, as soon as there is one; nil after the last.
  func next() async -> Element? {
    while first < end {
      let number = first
      first += 1
      guard let element = waiting.removeValue(forKey: number) else { continue }
      if let key = element.coalescingKey { numbers[key] = nil }
      return element
    }
    if isFinished { return nil }
    return await withCheckedContinuation { listeners.append($0) }
  }

  /// Ends the mailbox; waiting elements can still be received.
  func finish() {
    isFinished = true
    for listener in listeners { listener.resume(returning: nil) }
    listeners = []
  }

  private func append(_ element: Element) {
    if let key = element.coalescingKey, let before = numbers.updateValue(end, forKey: key) {
      waiting[before] = nil
    }
    waiting[end] = element
    end += 1
  }
}

/// An element that is delivered to listeners that may be slow.
package nonisolated protocol Broadcastable: Sendable {
  /// Updates with the same key replace one another while they wait. Nil: every one is delivered.
  var coalescingKey: CoalescingKey? { get }
  /// Shortens an overlong queue: what a listener can look up becomes one `.reloaded`; the rest stays.
  static func compacted(_ waiting: [Self]) -> [Self]
}

/// The part of the state an update describes; the next update for the same part replaces it.
package nonisolated enum CoalescingKey: Hashable, Sendable {
  case all, typing, subject
  case thread(MessageID)
  case draft(DraftKey)
}

/// A change of a list that listeners can reload as a whole.
package nonisolated protocol Reloadable: Sendable {
  static var reloaded: Self { get }
}

nonisolated extension Array: Broadcastable where Element: Reloadable {
  package var coalescingKey: CoalescingKey? { nil }
  package static func compacted(_ waiting: [Self]) -> [Self] { [[.reloaded]] }
}

nonisolated extension ListChange: Reloadable {}
nonisolated extension TimelineChange: Reloadable {}
