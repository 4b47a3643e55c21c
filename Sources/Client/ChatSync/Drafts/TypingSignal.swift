package import ChatDomain

/// Signals to the other users that this user is typing: not with every keystroke, and never out of order.
package final class TypingSignal {
  private let service: any ChatService
  package var key: DraftKey
  private let clock: any ChatClock
  /// The minimum interval between two signals; nil: none are sent.
  private let interval: Duration?
  private var lastSignal: Timestamp?
  private var next: Bool?
  private var sender: Task<Void, Never>?

  init(service: any ChatService, key: DraftKey, clock: any ChatClock, interval: Duration?) {
    self.service = service
    self.key = key
    self.clock = clock
    self.interval = interval
  }

  /// Whether a signal is sent when something is typed now.
  package var isDue: Bool {
    guard let interval else { return false }
    guard let lastSignal else { return true }
    return clock.now - lastSignal >= interval
  }

  /// Call when something was typed, there is text, and a signal is due.
  package func type() {
    lastSignal = clock.now
    signal(true)
  }

  /// Call when the text was cleared or sent. Sends no signal if none was sent before.
  package func stop() {
    guard lastSignal != nil else { return }
    lastSignal = nil
    signal(false)
  }

  /// Returns when all signals are sent.
  func settle() async { await sender?.value }

  /// Sends one signal at a time and only the last one, so that on a slow connection an old signal never follows a new one.
  private func signal(_ isTyping: Bool) {
    // What was not sent yet need not be revoked.
    next = isTyping || next == nil ? isTyping : nil
    guard sender == nil else { return }
    sender = Task {
      while let isTyping = next {
        next = nil
        do {
          try await service.setTyping(isTyping, in: key)
        } catch {
          // A lost signal does no harm: it expires by itself, and the next key sends another.
        }
      }
      sender = nil
    }
  }
}
