/// Gives the same elements to everybody who asks, from the time they ask.
final class Broadcast<Element: Sendable> {
  private var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
  private var lastNumber = 0

  func stream() -> AsyncStream<Element> {
    lastNumber += 1
    let number = lastNumber
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    listeners[number] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.listeners[number] = nil }
    }
    return stream
  }

  func send(_ element: Element) {
    for listener in listeners.values { listener.yield(element) }
  }

  isolated deinit {
    for listener in listeners.values { listener.finish() }
  }
}
