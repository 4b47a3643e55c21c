import ChatControllers
import ChatDomain

/// Has everything that was typed kept before a frame shows it, and does not wait for ever.
final class Keeping {
  private let client: ChatClient
  private let longest: Duration
  private var isSaving = false
  private var isWatching = false
  private var waiter: (() -> Void)?
  /// Counts what was to be kept, so that what came while the store was busy is not taken for kept.
  private var waits = 0
  /// How long whoever waits now waits at most.
  private var deadline = Timestamp(seconds: 0)
  private var limit = Duration.zero
  /// Why what is shown may not be kept; nil when it is.
  private(set) var trouble: Trouble?
  var onChange: () -> Void = {}

  enum Trouble: Equatable {
    /// The store takes its time.
    case slow
    case failed(StoreError)
  }

  init(client: ChatClient, longest: Duration) {
    self.client = client
    self.longest = longest
  }

  /// Begins to keep what was typed until here.
  func begin() {
    waits += 1
    save()
  }

  /// Tells when it is kept, or when that takes too long; then `trouble` says so. Told at once when it is kept already.
  /// - Parameter done: is given whether `trouble` is another one than before.
  func whenKept(atMost limit: Duration? = nil, _ done: @escaping (Bool) -> Void) {
    guard isSaving else { return done(false) }
    let before = trouble
    self.limit = limit ?? longest
    deadline = client.clock.now + self.limit
    watch()
    waiter = { [self] in done(trouble != before) }
  }

  /// The same for those who have time.
  func end(atMost limit: Duration) async {
    await withCheckedContinuation { continuation in whenKept(atMost: limit) { _ in continuation.resume() } }
  }

  private func save() {
    guard !isSaving else { return }
    isSaving = true
    saveAll()
  }

  private func saveAll() {
    let saved = waits
    client.flush { [self] error in
      // What was typed while the store was busy has to be in it too, before it is said to be.
      guard saved == waits else { return saveAll() }
      change(to: error.map(Trouble.failed))
      isSaving = false
      goOn()
    }
  }

  /// One watch is enough for many keys: at its end it looks since when somebody has been waiting.
  private func watch() {
    guard !isWatching else { return }
    isWatching = true
    Task { [weak self, clock = client.clock, deadline] in
      // Cancelled only with the program.
      do { try await clock.sleep(until: deadline) } catch { return }
      self?.endWatch()
    }
  }

  private func endWatch() {
    isWatching = false
    guard waiter != nil else { return }
    // Another key waits by now, and not for so long yet.
    guard client.clock.now >= deadline else {
      // A clock that was put back may not make it wait for hours.
      deadline = min(deadline, client.clock.now + limit)
      return watch()
    }
    change(to: .slow)
    goOn()
  }

  private func goOn() {
    let waiter = waiter
    self.waiter = nil
    waiter?()
  }

  private func change(to trouble: Trouble?) {
    guard trouble != self.trouble else { return }
    self.trouble = trouble
    onChange()
  }
}

extension Keeping.Trouble: CustomStringConvertible {
  var description: String {
    switch self {
    case .slow: "the disk takes too long"
    case .failed(let error): error.description
    }
  }
}
