import ChatControllers
import ChatDomain

/// Has everything that was typed kept before a frame shows it, and does not wait for ever.
final class Keeping {
  private let client: ChatClient
  private let longest: Duration
  private var saving: Task<Void, Never>?
  private var waiter: CheckedContinuation<Void, Never>?
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

  /// Returns when everything is kept, or when that takes too long; then `trouble` says so.
  func keep() async {
    start()
    guard let running = saving else { return }
    let watch = Task { [clock = client.clock, longest] in
      // Cancelled is what nearly always happens: the store was quick.
      do { try await clock.sleep(for: longest) } catch { return }
      self.resume(after: .slow)
    }
    await withCheckedContinuation { continuation in
      waiter = continuation
      Task {
        await running.value
        self.resume(after: nil)
      }
    }
    watch.cancel()
  }

  private func start() {
    guard saving == nil else { return }
    saving = Task {
      do throws(StoreError) {
        try await client.flush()
        change(to: nil)
      } catch {
        change(to: .failed(error))
      }
      saving = nil
    }
  }

  private func resume(after trouble: Trouble?) {
    guard let waiter else { return }
    self.waiter = nil
    if let trouble { self.trouble = trouble }
    waiter.resume()
  }

  private func change(to trouble: Trouble?) {
    guard trouble != self.trouble else { return }
    self.trouble = trouble
    onChange()
  }
}
