import ChatControllers
import ChatDomain

/// Makes sure that everything typed is saved before a frame shows it, without waiting forever.
final class Keeping {
  private let client: ChatClient
  private let longest: Duration
  private var isSaving = false
  private var isWatching = false
  private var waiter: (() -> Void)?
  /// Counts the requests to save, so that text typed while the store was busy is not taken for saved.
  private var waits = 0
  /// Until when the current caller waits at most.
  private var deadline = Timestamp(seconds: 0)
  private var limit = Duration.zero
  /// The reason the visible text may not be saved; nil if it is.
  private(set) var trouble: Trouble?
  var onChange: () -> Void = {}

  enum Trouble: Equatable {
    /// The store has not answered in time.
    case slow
    case failed(StoreError)
  }

  init(client: ChatClient, longest: Duration) {
    self.client = client
    self.longest = longest
  }

  /// Begins to save everything typed so far.
  func begin() {
    waits += 1
    save()
  }

  /// Calls back when everything is saved, or when that takes too long; `trouble` then says so. Calls back immediately
  /// if everything is already saved.
  /// - Parameter done: receives whether `trouble` has changed.
  func whenKept(atMost limit: Duration? = nil, _ done: @escaping (Bool) -> Void) {
    guard isSaving else { return done(false) }
    let before = trouble
    self.limit = limit ?? longest
    deadline = client.clock.now + self.limit
    watch()
    waiter = { [self] in done(trouble != before) }
  }

  /// The async variant.
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
      // Text typed while the store was busy must be saved too before everything counts as saved.
      guard saved == waits else { return saveAll() }
      change(to: error.map(Trouble.failed))
      isSaving = false
      goOn()
    }
  }

  /// One watch task serves many keys: when it ends, it checks how long the current caller has waited.
  private func watch() {
    guard !isWatching else { return }
    isWatching = true
    Task { [weak self, clock = client.clock, deadline] in
      // Cancelled only when the program ends.
      do { try await clock.sleep(until: deadline) } catch { return }
      self?.endWatch()
    }
  }

  private func endWatch() {
    isWatching = false
    guard waiter != nil else { return }
    // A later key is waiting by now, and has not waited long enough yet.
    guard client.clock.now >= deadline else {
      // A clock that was set back must not make it wait for hours.
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
