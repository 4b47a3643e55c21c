import ChatDomain

/// Tells the others that somebody types in a channel or a thread: not with every key, and never late.
final class TypingSignal {
  private let service: any ChatChannels
  var key: DraftKey
  private let clock: any ChatClock
  /// Nil: the others are told nothing.
  private let interval: Duration?
  private var lastSignal: Timestamp?
  private var next: Bool?
  private var sender: Task<Void, Never>?

  init(service: any ChatChannels, key: DraftKey, clock: any ChatClock, interval: Duration?) {
    self.service = service
    self.key = key
    self.clock = clock
    self.interval = interval
  }

  /// A key was typed and there is text.
  func type() {
    guard let interval else { return }
    let now = clock.now
    if let lastSignal, now - lastSignal < interval { return }
    lastSignal = now
    signal(true)
  }

  /// The text is gone or was sent. Nothing is said when nothing was said before.
  func stop() {
    guard lastSignal != nil else { return }
    lastSignal = nil
    signal(false)
  }

  /// Returns when all signals are out.
  func settle() async { await sender?.value }

  /// One at a time and only the last one, so that a slow connection never says the old thing after the new one.
  private func signal(_ isTyping: Bool) {
    // What was not said yet need not be taken back.
    next = isTyping || next == nil ? isTyping : nil
    guard sender == nil else { return }
    sender = Task {
      while let isTyping = next {
        next = nil
        do {
          try await service.setTyping(isTyping, in: key)
        } catch {
          // Nobody is harmed when a signal is lost: it ends by itself, and the next key sends another.
        }
      }
      sender = nil
    }
  }
}
